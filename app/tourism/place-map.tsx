import { ArrowUpRight, Map as MapIcon } from "lucide-react";
import { useState } from "react";
import { embedUrl, mapUrl, type Place } from "./place.ts";
import { RegionDrawing } from "./region-drawing.tsx";
import "./place-map.css";

/**
 * Where a place is. A drawing holds the map's place: no call goes to another site before someone
 * asks for it. Without script there is the link.
 */
export function PlaceMap({ place }: { place: Pick<Place, "nome" | "mapa" | "ponto"> }) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <div className="map">
      {isAsked ? (
        <iframe
          ref={takeFocus}
          src={embedUrl(place)}
          title={`Mapa: ${place.nome}`}
          referrerPolicy="no-referrer-when-downgrade"
          allowFullScreen
        />
      ) : (
        <RegionDrawing point={place.ponto} name={place.nome} />
      )}
      <div className="ask">
        {!isAsked && (
          <>
            <p className="small soft">
              Desenho sem escala. O mapa é de outro site e só carrega quando você pede.
            </p>
            <button type="button" className="btn" onClick={() => setIsAsked(true)}>
              <MapIcon className="i" aria-hidden />
              Mostrar o mapa
            </button>
          </>
        )}
        <a className="link" href={mapUrl(place)} rel="noopener">
          Abrir no Google Maps
          <ArrowUpRight className="i" aria-hidden />
        </a>
      </div>
    </div>
  );
}

/** The button that was pressed is gone: the keyboard goes on in the map. */
function takeFocus(frame: HTMLIFrameElement | null): void {
  frame?.focus();
}
