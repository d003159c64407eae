import { and, asc, desc, eq, exists, gt, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { type Account, accountColumns } from "../../accounts/account.server.ts";
import { isCivilDate } from "../../calendar/civil-date.ts";
import type { Db } from "../../db/client.server.ts";
import { microsOf } from "../../db/columns.ts";
import { posts, users } from "../../db/schema.ts";
import { isUuid } from "../../db/uuid.ts";
import { hasDigits } from "../listings/listed-ads.server.ts";
import { afterCursor, isLike, pageOf, rowsPerPage, searchPattern } from "../page-cursor.server.ts";
import type { AdvertiserFilter } from "./advertiser-filters.ts";

export interface ListedAdvertiser extends Account {
  id: string;
  blockedAt: Date | null;
  notes: string;
  createdAt: Date;
}

const advertiserColumns = {
  id: users.id,
  ...accountColumns,
  blockedAt: users.blockedAt,
  notes: users.notes,
  createdAt: users.createdAt,
};

export interface AdvertiserSearch {
  q: string | null;
  show: AdvertiserFilter | null;
  after: string | null;
}

/** Searches name, e-mail, and the phone numbers of the advertiser's listings. */
export async function listAdvertisers(
  db: Db,
  { q, show, after }: AdvertiserSearch,
): Promise<{ rows: ListedAdvertiser[]; next: string | null }> {
  const byEnd = show === "vence";
  const rows = await db
    .select({ ...advertiserColumns, micros: microsOf(users.createdAt) })
    .from(users)
    .where(
      and(
        matches(db, q),
        show ? conditions[show] : undefined,
        byEnd ? afterEnd(after) : afterCursor(after, { at: users.createdAt, id: users.id }),
      ),
    )
    .orderBy(
      ...(byEnd ? [asc(users.validoAte), asc(users.id)] : [desc(users.createdAt), desc(users.id)]),
    )
    .limit(rowsPerPage + 1);
  const page = pageOf(rows);
  const last = page.rows.at(-1);
  return {
    rows: page.rows.map(({ micros: _, ...row }) => row),
    next: page.next && byEnd && last ? `${last.validoAte}.${last.id}` : page.next,
  };
}

function afterEnd(cursor: string | null): SQL | undefined {
  const [, day, id = ""] = /^(\d{4}-\d{2}-\d{2})\.([^.]+)$/.exec(cursor ?? "") ?? [];
  if (!day || !isCivilDate(day) || !isUuid(id)) return undefined;
  return sql`(${users.validoAte}, ${users.id}) > (${day}::date, ${id}::uuid)`;
}

export const isPlanEnded = and(isNotNull(users.planEndedOn), isNull(users.validoAte));

/** Only advertisers with ads count. */
const isEmailUnconfirmed = and(eq(users.emailVerified, false), gt(users.postsCriados, 0));

const conditions: Record<AdvertiserFilter, SQL | undefined> = {
  basico: eq(users.plano, "basico"),
  profissional: eq(users.plano, "profissional"),
  nenhum: eq(users.plano, "nenhum"),
  // Those that end soonest first.
  vence: isNotNull(users.validoAte),
  vencidos: isPlanEnded,
  "sem-confirmar": isEmailUnconfirmed,
  bloqueados: isNotNull(users.blockedAt),
};

function matches(db: Db, q: string | null): SQL | undefined {
  const pattern = searchPattern(q);
  if (!pattern || q === null) return undefined;
  const digits = q.replace(/\D/g, "");
  const hasPhone = db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.uid, users.id), hasDigits(digits)));
  return or(
    isLike(users.displayName, pattern),
    isLike(users.email, pattern),
    isUuid(q.trim()) ? eq(users.id, q.trim()) : undefined,
    digits.length >= 4 ? exists(hasPhone) : undefined,
  );
}

export interface AdvertiserDetails {
  /** Newest first. */
  listings: { id: string; title: string; telefone: string; pausedBy: string | null }[];
}

export async function findAdvertiserDetails(db: Db, uid: string): Promise<AdvertiserDetails> {
  const listings = await db
    .select({
      id: posts.id,
      title: posts.title,
      telefone: posts.telefone,
      pausedBy: posts.pausedBy,
    })
    .from(posts)
    .where(eq(posts.uid, uid))
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(rowsPerPage);
  return { listings };
}
