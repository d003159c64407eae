import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { addMonths, type Month, monthOf } from "../../calendar/month.ts";
import type { Db } from "../../db/client.server.ts";
import { visits } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import type { VisitKind } from "../../site/visit-mark.ts";
import { isStanding } from "../../visibility/visibility.server.ts";
import { compareListings } from "../comparison/comparison.server.ts";
import type { Compare } from "../comparison/comparison.ts";

export interface YearNumbers {
  views: number;
  /** Taps on WhatsApp or the telephone. */
  contacts: number;
  /** Searches in which a house was shown. */
  searches: number;
}

export interface ListingYear extends YearNumbers {
  id: string;
  title: string;
  localizacao: string;
  /** Since the year's first day, or the publication if that is later. */
  compare: Compare;
}

export interface OwnYear {
  /** Twelve, from the oldest to the current one. */
  months: ({ month: Month } & YearNumbers)[];
  /** Most viewed first. */
  listings: ListingYear[];
}

const kindsOf: Record<keyof YearNumbers, readonly VisitKind[]> = {
  views: ["visita"],
  contacts: ["whatsapp", "telefone"],
  searches: ["busca"],
};

/** Sums the last twelve months, the current one included, for an advertiser's listings. */
export async function findOwnYear(db: Db, uid: string, today: string): Promise<OwnYear> {
  const first = addMonths(monthOf(today), -11);
  const own = await db
    .select({ id: posts.id, title: posts.title, localizacao: posts.localizacao })
    .from(posts)
    .where(and(eq(posts.uid, uid), isStanding))
    .orderBy(asc(posts.createdAt), asc(posts.id));
  const ids = own.map(({ id }) => id);
  const month = sql<Month>`to_char(${visits.day}, 'YYYY-MM')`;
  const rows = await db
    .select({ id: visits.postId, kind: visits.kind, month, n: sql<number>`sum(${visits.n})::int` })
    .from(visits)
    .where(and(inArray(visits.postId, ids), gte(visits.day, `${first}-01`)))
    .groupBy(visits.postId, visits.kind, month);
  const sumUp = (of: typeof rows): YearNumbers => ({
    views: sumOf(of, "views"),
    contacts: sumOf(of, "contacts"),
    searches: sumOf(of, "searches"),
  });
  const compared = await compareListings(db, ids, `${first}-01`, today);
  return {
    months: Array.from({ length: 12 }, (_, nth) => addMonths(first, nth)).map((one) => ({
      month: one,
      ...sumUp(rows.filter((row) => row.month === one)),
    })),
    listings: own
      .map((listing) => ({
        ...listing,
        ...sumUp(rows.filter(({ id }) => id === listing.id)),
        compare: compared.get(listing.id) ?? { ok: false as const, reason: "new" as const },
      }))
      .sort((one, other) => other.views - one.views),
  };
}

function sumOf(rows: readonly { kind: string; n: number }[], name: keyof YearNumbers): number {
  const kinds: readonly string[] = kindsOf[name];
  return rows.reduce((sum, { kind, n }) => (kinds.includes(kind) ? sum + n : sum), 0);
}
