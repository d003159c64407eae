import { RegionMap, RegionPin } from "../../../domain/region/region-map.tsx";
import { Icon } from "../../../platform/ui/icon.tsx";
import { embedUrl, mapUrl, type Place } from "./place.ts";
import styles from "./place-map.module.css";

/** Shows a drawing, until app/public/places/spots/embed-map.ts replaces it with the map. */
export function PlaceMap({ place }: { place: Pick<Place, "nome" | "mapa" | "ponto"> }) {
  return (
    <div className={styles.map} data-place-map>
      <RegionMap label={`Desenho da região: onde fica ${place.nome}`} view="north">
        <RegionPin {...place.ponto} />
      </RegionMap>
      <div className={styles.choice}>
        <p className="small soft">O mapa é de outro site e só carrega quando você pede.</p>
        <button
          type="button"
          className="btn"
          data-map={embedUrl(place)}
          data-title={`Mapa: ${place.nome}`}
        >
          <Icon name="map" />
          Mostrar o mapa
        </button>
        <a className="link" href={mapUrl(place)} rel="noopener">
          Abrir no Google Maps
          <Icon name="arrow-up-right" />
        </a>
      </div>
    </div>
  );
}
