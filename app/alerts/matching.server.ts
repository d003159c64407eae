import { and, type SQL, sql } from "drizzle-orm";
import { addDays, today } from "../calendar/civil-date.ts";
import { alerts } from "../db/alert-schema.ts";
import { filterFlags } from "../listings/fields.ts";
import { centsOf } from "../prices/money.ts";
import { priceSeasons, priceTerms, type Season, type Terms } from "../prices/seasons.ts";
import type { IndexedListing } from "../search/index/indexed-listing.ts";
import { cheapestNight } from "../search/index/price-order.ts";

// Conditions on alerts, given one listing. Together they say what a search says of that listing; a price
// that takes an estimate is looked at afterwards (alert-matches.server.ts).

/** What decides the price of a stay, at one moment. */
export interface Prices {
  terms: Terms;
  seasons: readonly Season[];
}

/** Watched by people whom the listing suits, whatever its dates and prices. */
export function suits(listing: IndexedListing, day = today()): SQL {
  const { id, localizacao, lazer, quantidadeMaximaPessoas, QuantidadeTotalQuartos } = listing;
  const traits = [...lazer, ...filterFlags.flatMap(({ name }) => (listing[name] ? [name] : []))];
  return all([
    sql`${alerts.confirmedAt} is not null and ${alerts.endsOn} >= ${day}`,
    sql`(${alerts.localizacao} is null or ${alerts.localizacao} = ${localizacao})`,
    sql`(${alerts.postId} is null or ${alerts.postId} = ${id})`,
    sql`coalesce(${alerts.pessoas}, 0) <= ${quantidadeMaximaPessoas ?? 0}`,
    sql`coalesce(${alerts.quartos}, 0) <= ${QuantidadeTotalQuartos ?? 0}`,
    sql`${alerts.wishes} <@ ${sql.param(traits)}::text[]`,
  ]);
}

/** The alert's dates overlap these nights; false for an alert without dates. */
export function overlaps(nights: SQL): SQL {
  // A range without ends would contain every night.
  return sql`(${alerts.entrada} is not null and daterange(${alerts.entrada}, ${alerts.saida}) && ${nights})`;
}

/** Half-open ranges in PostgreSQL's syntax. */
export function nightRanges(nights: readonly string[]): SQL {
  const ranges = nights.map((night) => `[${night},${addDays(night, 1)})`);
  return sql`${`{${ranges.join(",")}}`}::datemultirange`;
}

export const hasPriceLimit = sql`(${alerts.q} is not null or ${alerts.total} is not null)`;

/** Only an estimate says whether the listing costs no more than the alert's limit. */
export function needsEstimate({ seasons }: Prices): SQL {
  const ranges = seasons.map(({ de, ate }) => `[${de},${ate})`);
  const inSeason = overlaps(sql`${`{${ranges.join(",")}}`}::datemultirange`);
  return sql`(${alerts.total} is not null or (${alerts.q} is not null and ${inSeason}))`;
}

/** Costs no more than the alert's limit; right unless it takes an estimate. */
export function isWithin({ terms: { valorDiaria } }: Prices): SQL {
  const cents = valorDiaria ? centsOf(valorDiaria) : 0;
  const isPriceFine =
    cents === 0 ? sql`${alerts.semPreco}` : sql`${cents}::bigint <= ${alerts.q} * 100`;
  return sql`(${alerts.q} is null or ${isPriceFine})`;
}

/** False only if the stay surely costs more than the alert's limit, so that most need no estimate. */
export function mayAfford({ terms, seasons }: Prices): SQL {
  const cheapest = cheapestNight(priceTerms(terms), priceSeasons(seasons));
  if (!Number.isFinite(cheapest)) return sql`true`;
  const nights = sql`(${alerts.saida} - ${alerts.entrada})`;
  return sql`(${alerts.total} is null or ${alerts.semPreco}
    or ${alerts.total} * 100 >= ${cheapest}::bigint * ${nights})`;
}

export function all(conditions: readonly SQL[]): SQL {
  return and(...conditions) ?? sql`true`;
}
