import { and, desc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { addDays, civilDateOf } from "../../calendar/civil-date.ts";
import { monthsAhead } from "../../calendar/stays.ts";
import { feedsReadAtColumn, findTakenNights } from "../../calendar/taken-nights.server.ts";
import type { Db, Transaction } from "../../db/client.server.ts";
import { searches, visits } from "../../db/operation-schema.ts";
import { photos, posts } from "../../db/schema.ts";
import { filterFlags } from "../../listings/fields.ts";
import { lastConfirmation, staleAfterDays } from "../../listings/freshness.ts";
import { columnsOf, datesCheckedAtColumn } from "../../listings/listings.server.ts";
import { findSeasons } from "../../prices/seasons.server.ts";
import { type AskedOften, type Demand, sumMissed } from "./demand.ts";
import type { HouseInWords } from "./demand-words.ts";

/** Civil dates, the second one excluded. */
export interface Period {
  from: string;
  until: string;
}

export interface HouseDemand extends Demand {
  house: HouseInWords;
  photoCount: number;
  /** Civil date on which somebody last vouched for the calendar; null if nobody ever did. */
  confirmedOn: string;
}

/** Different searches judged for a house, which takes a few milliseconds. */
const mostJudged = 3_000;

/** Tells by id what searches of a period asked for that these listings, as they are now, don't have. */
export async function findDemand(
  db: Db | Transaction,
  ids: readonly string[],
  period: Period,
): Promise<ReadonlyMap<string, HouseDemand>> {
  if (ids.length === 0) return new Map();
  const houses = await db
    .select({
      id: posts.id,
      ...columnsOf([
        "localizacao",
        "lazer",
        "quantidadeMaximaPessoas",
        "QuantidadeTotalQuartos",
        "valorDiaria",
        ...filterFlags.map(({ name }) => name),
      ]),
      photoCount: db.$count(photos, eq(photos.postId, posts.id)),
      createdAt: posts.createdAt,
      datesCheckedAt: datesCheckedAtColumn,
      feedsReadAt: feedsReadAtColumn,
    })
    .from(posts)
    .where(inArray(posts.id, [...ids]));
  const seasons = await findSeasons(db, ids);
  const taken = await findTakenNights(db, ids, {
    checkIn: period.from,
    checkOut: addDays(period.until, 31 * monthsAhead),
  });
  const appeared = await countAppearances(db, ids, period);
  const demand = new Map<string, HouseDemand>();
  for (const { id, photoCount, createdAt, datesCheckedAt, feedsReadAt, ...house } of houses) {
    const confirmedOn = lastConfirmation({ datesCheckedAt, feedsReadAt });
    // A search before the house was published can't have missed it.
    const publishedOn = civilDateOf(createdAt);
    const from = publishedOn > period.from ? addDays(publishedOn, 1) : period.from;
    const asked = await listAsked(db, house.localizacao, { ...period, from }, confirmedOn);
    demand.set(id, {
      house,
      photoCount,
      confirmedOn,
      appeared: appeared.get(id) ?? 0,
      ...sumMissed(
        { ...house, seasons: seasons.get(id) ?? [], taken: new Set(taken.get(id)) },
        asked,
      ),
    });
  }
  return demand;
}

function listAsked(
  db: Db | Transaction,
  localizacao: string,
  { from, until }: Period,
  confirmedOn: string,
): Promise<AskedOften[]> {
  const staleFrom = addDays(confirmedOn, staleAfterDays);
  const total = sql<number>`sum(${searches.n})::int`;
  return db
    .select({
      localizacao: searches.localizacao,
      asked: searches.asked,
      n: total,
      stale: sql<number>`coalesce(sum(${searches.n}) filter (where ${gte(searches.day, staleFrom)}), 0)::int`,
    })
    .from(searches)
    .where(
      and(
        gte(searches.day, from),
        lt(searches.day, until),
        inArray(searches.localizacao, [localizacao, ""]),
      ),
    )
    .groupBy(searches.localizacao, searches.asked)
    .orderBy(desc(total))
    .limit(mostJudged);
}

async function countAppearances(
  db: Db | Transaction,
  ids: readonly string[],
  { from, until }: Period,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: visits.postId, n: sql<number>`sum(${visits.n})::int` })
    .from(visits)
    .where(
      and(
        inArray(visits.postId, [...ids]),
        eq(visits.kind, "busca"),
        gte(visits.day, from),
        lt(visits.day, until),
      ),
    )
    .groupBy(visits.postId);
  return new Map(rows.map(({ id, n }) => [id, n]));
}
