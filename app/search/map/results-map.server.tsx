import { renderToStaticMarkup } from "react-dom/server";
import { writeInquiry } from "../../listings/inquiry.ts";
import { isToAsk, toAskWords } from "../../listings/list/to-ask.ts";
import { formatHouses, type ListingSummary } from "../../listings/listing.ts";
import { shownTotal } from "../../listings/offers/offered-total.ts";
import { formatEstimate } from "../../prices/estimate.ts";
import { formatReais, rateLabels } from "../../prices/money.ts";
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
  const toAsk = listings.filter(isToAsk);
  const houses = listings.flatMap((listing): Spot[] => {
    const point = points.get(listing.id);
    const price = `${priceOf(listing)}${isDoubtful(listing) ? "?" : ""}`;
    return point ? [{ ids: [listing.id], point, price }] : [];
  });
  const places = [...byPlace].flatMap(([place, there]): Spot[] => {
    const point = pointOfLocation(place);
    const ids = there.filter(({ id }) => !points.has(id)).map(({ id }) => id);
    return point && ids.length > 0 ? [{ ids, point, price: null }] : [];
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
          Com preço, onde o dono marcou a casa; com número, quantas ficam ali. Desenho sem escala.
          {listings.some(isDoubtful) &&
            " Com “?”, é o que dão os preços comuns: falta o do feriado, a confirmar com o dono."}{" "}
          <a href="/como-ordenamos">Como ordenamos</a>
          {total > listings.length &&
            ` Aqui estão ${listings.length} das ${formatHouses(total)}: filtre para ver as outras.`}
        </p>
      </div>
      <div className={styles.list}>
        <ByPlace listings={listings.filter((one) => !isToAsk(one))} filters={filters} level={2} />
        {toAsk.length > 0 && (
          <section className={styles.toAsk} aria-labelledby="pergunte-no-desenho">
            <h2 id="pergunte-no-desenho">{toAskWords.title}</h2>
            <p className="small soft">{toAskWords.text}</p>
            <ByPlace listings={toAsk} filters={filters} level={3} />
          </section>
        )}
      </div>
    </>
  );
}

interface ByPlaceProps {
  listings: readonly ListingSummary[];
  filters: Filters;
  /** Level of the places' headings. */
  level: 2 | 3;
}

/** Places in the order of their first result, with their results in the order of the search. */
function ByPlace({ listings, filters, level }: ByPlaceProps) {
  const Heading = `h${level}` as const;
  const inquiry = writeInquiry({ stay: filters.stay, people: filters.pessoas });
  return [...Map.groupBy(listings, ({ localizacao }) => localizacao)].map(([place, there]) => (
    <section key={place} aria-label={level === 2 ? place : `${place}, a confirmar`}>
      <Heading className={styles.place}>
        {place} <small>{formatHouses(there.length)}</small>
      </Heading>
      <ul>
        {there.map((listing) => (
          <li key={listing.id} id={entryId(listing.id)} data-casa={listing.id}>
            <a href={pageAddress(`/posts/${listing.id}`, inquiry)}>{listing.title}</a>
            <span>
              <b>{priceOf(listing)}</b>
              <ListedDoubt listing={listing} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** True if the total leaves a holiday's price out. */
function isDoubtful({ offer }: ListingSummary): boolean {
  return Boolean(offer?.unpricedHoliday) && shownTotal(offer) !== null;
}

function ListedDoubt({ listing }: { listing: ListingSummary }) {
  const { offer } = listing;
  if (!offer || shownTotal(offer) === null) return null;
  if (!isDoubtful(listing)) return <small>estimativa</small>;
  return <small>estimativa sem o preço de {offer.unpricedHoliday}, a confirmar</small>;
}

/** The total of the stay, else the price of a night, else of a weekend. */
function priceOf({ offer, valorDiaria, valorFds }: ListingSummary): string {
  if (offer) return formatEstimate(shownTotal(offer));
  return valorDiaria ? formatReais(valorDiaria) : `${formatReais(valorFds)} ${rateLabels.valorFds}`;
}

function entryId(id: string): string {
  return `no-desenho-${id}`;
}

/**
 * A pin with the price, or the number of houses. Leads to the first of them in the list, which has all of
 * them for keyboard and screen reader.
 */
function Mark({ spot: { ids, point, price } }: { spot: Spot }) {
  const width = 24 + (price ?? "").length * 16;
  return (
    <g transform={`translate(${point.x} ${point.y})`}>
      <a
        href={`#${entryId(ids[0] ?? "")}`}
        className={styles.mark}
        tabIndex={-1}
        data-casas={ids.join(" ")}
      >
        {price === null ? (
          <circle r="29" />
        ) : (
          <rect x={-width / 2} y="-25" width={width} height="50" rx="10" />
        )}
        <text dy=".34em">{price ?? ids.length}</text>
      </a>
    </g>
  );
}
