import { renderToStaticMarkup } from "react-dom/server";
import { writeInquiry } from "../../listings/inquiry.ts";
import { formatHouses, type ListingSummary } from "../../listings/listing.ts";
import { shownTotal } from "../../listings/offers/offered-total.ts";
import { formatEstimate } from "../../prices/estimate.ts";
import { formatReais, rateLabels } from "../../prices/money.ts";
import { regionSize } from "../../region/gazetteer.ts";
import { RegionMap } from "../../region/region-map.tsx";
import { pageAddress } from "../../ui/shell/page-meta.ts";
import type { Filters } from "../filters.ts";
import { makeRoom, pileUp, type Spot } from "./map-places.ts";
import { type MappedResults, pointOfLocation } from "./mapped-results.server.ts";
import styles from "./results-map.module.css";

/** HTML of the drawing with its list, for which browsers load no code. */
export function renderResultsMap(results: MappedResults, filters: Filters): string {
  return renderToStaticMarkup(<ResultsMap {...results} filters={filters} />);
}

function ResultsMap({ listings, total, points, filters }: MappedResults & { filters: Filters }) {
  const byPlace = Map.groupBy(listings, ({ localizacao }) => localizacao);
  const houses = listings.flatMap((listing): Spot[] => {
    const point = points.get(listing.id);
    if (!point) return [];
    const isUnconfirmed = isStale(listing);
    const place = listing.localizacao;
    return [{ ids: [listing.id], point, price: priceOf(listing), place, isUnconfirmed }];
  });
  const places = [...byPlace].flatMap(([place, there]): Spot[] => {
    const point = pointOfLocation(place);
    const rest = there.filter(({ id }) => !points.has(id));
    if (!point || rest.length === 0) return [];
    const isUnconfirmed = rest.every(isStale);
    return [{ ids: rest.map(({ id }) => id), point, price: null, place, isUnconfirmed }];
  });
  const pins = pileUp(houses);
  const marks = [...makeRoom(places, pins), ...pins];
  return (
    <>
      <div className={styles.drawing}>
        <RegionMap
          label={`Desenho da região, sem escala: ${formatHouses(listings.length)} por lugar, na lista abaixo`}
        >
          {marks.map((spot) => (
            <Mark key={spot.ids[0]} spot={spot} />
          ))}
        </RegionMap>
        <p className="small soft">
          {marks.some(({ price }) => price !== null) && "Com preço, onde o dono marcou a casa. "}
          {marks.some(({ price }) => price === null) && "Com número, quantas casas ficam ali. "}
          {marks.some(({ isUnconfirmed }) => isUnconfirmed) &&
            "Tracejado, só a confirmar com o dono. "}
          Desenho sem escala.
          {total > listings.length &&
            ` Aqui estão ${listings.length} das ${formatHouses(total)}: filtre para ver as outras.`}
        </p>
      </div>
      <div className={styles.list}>
        {[...byPlace].map(([place, there]) => (
          <section key={place} aria-label={place}>
            <h2>
              {place} <small>{formatHouses(there.length)}</small>
            </h2>
            <ul>
              {there.map((listing) => (
                <li key={listing.id} id={entryId(listing.id)} data-casa={listing.id}>
                  <a
                    href={pageAddress(
                      `/posts/${listing.id}`,
                      writeInquiry({ stay: filters.stay, people: filters.pessoas }),
                    )}
                  >
                    {listing.title}
                    {isStale(listing) && <small>a confirmar</small>}
                  </a>
                  <b>{priceOf(listing)}</b>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

/** True if the dates asked for are only known from a calendar that nobody confirmed lately. */
function isStale({ offer }: ListingSummary): boolean {
  return Boolean(offer?.staleAge);
}

/** The total of the stay, else the price of a night, else of a weekend. */
function priceOf({ offer, valorDiaria, valorFds }: ListingSummary): string {
  if (offer) return formatEstimate(shownTotal(offer));
  return valorDiaria ? formatReais(valorDiaria) : `${formatReais(valorFds)} ${rateLabels.valorFds}`;
}

function entryId(id: string): string {
  return `no-desenho-${id}`;
}

/** In units of the drawing: where a name begins beside its circle, and the width of a letter. */
const besideCircle = 37;
const letterWidth = 14;

/**
 * A pin with the price, or the number of houses. Leads to the first of them in the list, which has all of
 * them for keyboard and screen reader.
 */
function Mark({ spot: { ids, point, price, place, isUnconfirmed } }: { spot: Spot }) {
  const width = 24 + (price ?? "").length * 16;
  const fits = point.x + besideCircle + (place ?? "").length * letterWidth < regionSize.width;
  return (
    <g transform={`translate(${point.x} ${point.y})`}>
      <a
        href={`#${entryId(ids[0] ?? "")}`}
        className={styles.mark}
        tabIndex={-1}
        data-casas={ids.join(" ")}
        data-unconfirmed={isUnconfirmed || undefined}
      >
        {price === null ? (
          <circle r="29" />
        ) : (
          <rect x={-width / 2} y="-25" width={width} height="50" rx="10" />
        )}
        <text dy=".34em">{price ?? ids.length}</text>
        {price === null && place && (
          <text
            className={styles.place}
            {...(fits
              ? { x: besideCircle, dy: ".34em" }
              : { x: regionSize.width - point.x - 8, y: 58, textAnchor: "end" })}
          >
            {place}
          </text>
        )}
      </a>
    </g>
  );
}
