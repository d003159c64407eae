import type { Listing, ShownPosition } from "../../../domain/listings/listing.ts";
import type { RegionPoint } from "../../../domain/region/gazetteer.ts";
import { drawingPointOf } from "../../../domain/region/georeference.ts";
import { atLocation, fromLocation } from "../../../domain/region/locations.ts";
import { googleMapsUrl, isInRegion } from "../../../domain/region/position.ts";
import { RegionMap, RegionPin } from "../../../domain/region/region-map.tsx";
import { describeRoad, formatDrive, listNearest } from "../../../domain/region/roads.ts";
import { Icon } from "../../../platform/ui/icon.tsx";
import styles from "./whereabouts.module.css";

/** Houses above this line need only the drawing's upper part. */
const northernEdge = 590;

/** The nearest places; the others are folded. */
const shownStops = 3;

export interface WhereaboutsProps {
  listing: Pick<Listing, "title" | "localizacao" | "estradaDeTerra">;
  /** Null if the owner set none: then the house's location stands for it. */
  position: ShownPosition | null;
}

/** Shows the house on the drawn map, and the six places by the time it takes to drive there. */
export function Whereabouts({ listing, position }: WhereaboutsProps) {
  const { title, localizacao, estradaDeTerra } = listing;
  const nearest = listNearest(localizacao);
  return (
    <section className={styles.where} aria-labelledby="onde">
      <h2 id="onde">{position ? "Onde fica e o que há por perto" : "O que há por perto"}</h2>
      <div className={styles.columns}>
        {position && isInRegion(position) && (
          <Drawing
            house={drawingPointOf(position)}
            isExact={position.isExact}
            stops={nearest.map(({ point }) => point)}
            label={`Desenho da região: ${title}, ${atLocation(localizacao)}, e seis lugares por perto`}
          />
        )}
        <div className={styles.places}>
          {estradaDeTerra !== null && (
            <p>
              <b>
                {estradaDeTerra === 0
                  ? "Asfalto até a porta"
                  : `${estradaDeTerra} km de estrada de terra até a casa`}
              </b>
            </p>
          )}
          <p>A partir {fromLocation(localizacao)}, de carro:</p>
          <ol>
            <Stops of={nearest.slice(0, shownStops)} />
          </ol>
          <details>
            <summary>Mais lugares</summary>
            <ol start={shownStops + 1}>
              <Stops of={nearest.slice(shownStops)} />
            </ol>
          </details>
          {position?.isExact === false && (
            <p className="small soft">A casa fica a até um quilômetro do ponto marcado.</p>
          )}
          {position && (
            <a className="btn btn--line" href={googleMapsUrl(position)} rel="noopener">
              Abrir no Google Maps
              <Icon name="arrow-up-right" />
            </a>
          )}
        </div>
      </div>
    </section>
  );
}

function Stops({ of }: { of: ReturnType<typeof listNearest> }) {
  return of.map(({ id, name, road }) => (
    <li key={id}>
      <span>
        <a href={`/detalhes/${id}`}>{name}</a>
        <span className="small soft">{describeRoad(road)}</span>
      </span>{" "}
      <b>{formatDrive(road)}</b>
    </li>
  ));
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
