import { renderToStaticMarkup } from "react-dom/server";
import { writeInquiry } from "../../../domain/listings/inquiry.ts";
import { isToAsk, toAskWords } from "../../../domain/listings/list/to-ask.ts";
import { formatHouses, type ListingSummary } from "../../../domain/listings/listing.ts";
import { shownTotal } from "../../../domain/listings/offers/offer-words.ts";
import { formatEstimate } from "../../../domain/prices/estimate.ts";
import { formatReais, rateLabels } from "../../../domain/prices/money.ts";
import { regionSize } from "../../../domain/region/gazetteer.ts";
import { RegionMap } from "../../../domain/region/region-map.tsx";
import type { Filters } from "../../../domain/search/filters.ts";
import { pageAddress } from "../../../platform/ui/shell/page-address.ts";
import { listUnmarked, makeRoom, pileUp, type Spot } from "./map-places.ts";
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
    if (!point) return [];
    const price = `${priceOf(listing)}${isDoubtful(listing) ? "?" : ""}`;
    const place = listing.localizacao;
    return [{ ids: [listing.id], point, price, place, isUnconfirmed: isToAsk(listing) }];
  });
  const places = [...byPlace].flatMap(([place, there]): Spot[] => {
    const point = pointOfLocation(place);
    const rest = there.filter(({ id }) => !points.has(id));
    if (!point || rest.length === 0) return [];
    const isUnconfirmed = rest.every(isToAsk);
    return [{ ids: rest.map(({ id }) => id), point, price: null, place, isUnconfirmed }];
  });
  const pins = pileUp(houses);
  const marks = [...makeRoom(places, pins), ...pins];
  return (
    <>
      <div className={styles.drawing}>
        <RegionMap
          label={`Desenho da região: ${formatHouses(listings.length)} por lugar, na lista abaixo`}
          names={listUnmarked(marks)}
        >
          {marks.map((spot) => (
            <Mark key={spot.ids[0]} spot={spot} />
          ))}
        </RegionMap>
        <p className="small soft">
          {marks.some(({ isUnconfirmed }) => isUnconfirmed) &&
            "Tracejado, só a confirmar com o dono. "}
          {listings.some(isDoubtful) &&
            "Com “?”, é o que dão os preços comuns: falta o do feriado, a confirmar com o dono. "}
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
