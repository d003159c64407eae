import type { Listing, ShownPosition } from "../../listings/listing.ts";
import { landmarks, type RegionPoint } from "../../region/gazetteer.ts";
import { drawingPointOf } from "../../region/georeference.ts";
import { atLocation } from "../../region/locations.ts";
import { distanceKm, googleMapsUrl, isInRegion } from "../../region/position.ts";
import { RegionMap, RegionPin } from "../../region/region-map.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./whereabouts.module.css";

/** Houses above this line need only the drawing's upper part. */
const northernEdge = 590;

export interface WhereaboutsProps {
  listing: Pick<Listing, "title" | "localizacao">;
  position: ShownPosition;
}

/** Shows the house on the drawn map, with straight-line distances to the six places. */
export function Whereabouts({ listing, position }: WhereaboutsProps) {
  const nearest = landmarks
    .map((landmark) => ({ ...landmark, km: distanceKm(position, landmark.position) }))
    .sort((one, other) => one.km - other.km);
  return (
    <section className={styles.where} aria-labelledby="onde">
      <h2 id="onde">Onde fica e o que há por perto</h2>
      <div className={styles.columns}>
        {isInRegion(position) && (
          <Drawing
            house={drawingPointOf(position)}
            isExact={position.isExact}
            stops={nearest.map(({ point }) => point)}
            label={`Desenho da região: ${listing.title}, ${atLocation(listing.localizacao)}, e seis lugares por perto`}
          />
        )}
        <div className={styles.places}>
          <ol>
            {nearest.map(({ id, name, km }) => (
              <li key={id}>
                <a href={`/detalhes/${id}`}>{name}</a> <b>{writeDistance(km)}</b>
              </li>
            ))}
          </ol>
          <p className="small soft">
            Em linha reta; por estrada ou de barco é mais. Desenho sem escala.
            {!position.isExact && " A casa fica a até um quilômetro do ponto marcado."}
          </p>
          <a className="btn btn--line" href={googleMapsUrl(position)} rel="noopener">
            Abrir no Google Maps
            <Icon name="arrow-up-right" />
          </a>
        </div>
      </div>
    </section>
  );
}

interface DrawingProps {
  house: RegionPoint;
  isExact: boolean;
  stops: RegionPoint[];
  label: string;
}

function Drawing({ house, isExact, stops, label }: DrawingProps) {
  return (
    <RegionMap label={label} view={house.y > northernEdge ? "whole" : "north"}>
      {stops.map(({ x, y }) => (
        <path key={`${x} ${y}`} className={styles.ray} d={`M${house.x} ${house.y}L${x} ${y}`} />
      ))}
      {stops.map(({ x, y }, index) => (
        <g key={`${x} ${y}`}>
          <circle className={styles.stop} cx={x} cy={y} r="21" />
          <text className={styles.number} x={x} y={y} dy=".34em">
            {index + 1}
          </text>
        </g>
      ))}
      {isExact ? (
        <RegionPin {...house} />
      ) : (
        <circle className={styles.around} cx={house.x} cy={house.y} r="26" />
      )}
    </RegionMap>
  );
}

/** Distance such as "menos de 1 km" or "19 km". */
function writeDistance(km: number): string {
  return km < 1 ? "menos de 1\u00a0km" : `${Math.round(km)}\u00a0km`;
}
