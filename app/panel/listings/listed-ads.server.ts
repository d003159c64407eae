import { and, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { addDays, today } from "../../calendar/civil-date.ts";
import { noticeDays } from "../../checks/check.ts";
import { isCheckOverBy } from "../../checks/checks.server.ts";
import { listingChecks } from "../../db/check-schema.ts";
import type { Db } from "../../db/client.server.ts";
import { microsOf } from "../../db/columns.ts";
import { deletedPosts, posts, users } from "../../db/schema.ts";
import { isUuid } from "../../db/uuid.ts";
import { isCalendarStale } from "../../owner/calendar/reminders.server.ts";
import type { PauseColumns } from "../../visibility/pause.ts";
import { isPublic, pauseColumns } from "../../visibility/visibility.server.ts";
import { afterCursor, isLike, pageOf, rowsPerPage, searchPattern } from "../page-cursor.server.ts";
import type { AdFilter } from "./ad-filters.ts";

export interface ListedAd extends PauseColumns {
  id: string;
  title: string;
  localizacao: string;
  telefone: string;
  telefone2: string;
  nomeContato: string;
  createdAt: Date;
  checkedAt: Date | null;
  /** When and by what change its check ended, if a change did. */
  checkEndedAt: Date | null;
  checkEndedBy: string[] | null;
  nomePix: string;
  version: number;
  uid: string;
  ownerName: string;
  ownerEmail: string;
}

const conditions: Record<AdFilter, (day: string) => SQL | undefined> = {
  "no-ar": () => isNull(posts.pausedAt),
  pausados: () => isNotNull(posts.pausedAt),
  conferidos: (day) => sql`${isCheckOverBy(day)} is false`,
  "nao-conferidos": (day) => sql`${isCheckOverBy(day)} is not false`,
  renovar: isCheckToRenew,
  parados: () => isCalendarStale,
};

/** A public ad whose check ends within 30 days, or has ended, by the clock or by a change. */
function isCheckToRenew(day: string): SQL | undefined {
  const isChanged = sql`exists (select 1 from ${listingChecks}
    where ${listingChecks.postId} = ${posts.id} and ${listingChecks.endedAt} is not null)`;
  return and(isPublic, or(isCheckOverBy(addDays(day, noticeDays[0])), isChanged));
}

/** Lists ads, newest first, without those being deleted. Searches title, id, phone and owner. */
export async function listAds(
  db: Db,
  { q, show, after }: { q: string | null; show: AdFilter | null; after: string | null },
  day = today(),
): Promise<{ rows: ListedAd[]; next: string | null }> {
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
      telefone: posts.telefone,
      telefone2: posts.telefone2,
      nomeContato: posts.nomeContato,
      createdAt: posts.createdAt,
      ...pauseColumns,
      checkedAt: posts.checkedAt,
      checkEndedAt: listingChecks.endedAt,
      checkEndedBy: listingChecks.endedBy,
      nomePix: posts.nomePix,
      version: posts.version,
      uid: posts.uid,
      ownerName: users.displayName,
      ownerEmail: users.email,
      micros: microsOf(posts.createdAt),
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .leftJoin(deletedPosts, eq(deletedPosts.id, posts.id))
    .leftJoin(listingChecks, eq(listingChecks.postId, posts.id))
    .where(
      and(
        isNull(deletedPosts.id),
        show ? conditions[show](day) : undefined,
        matches(q),
        afterCursor(after, { at: posts.createdAt, id: posts.id }),
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(rowsPerPage + 1);
  const page = pageOf(rows);
  return { rows: page.rows.map(({ micros: _, ...row }) => row), next: page.next };
}

/** An ad with these digits in either of its numbers. */
export function hasDigits(digits: string): SQL {
  const part = `%${digits}%`;
  return sql`(${posts.telefone} like ${part} or ${posts.telefone2} like ${part})`;
}

function matches(q: string | null): SQL | undefined {
  const pattern = searchPattern(q);
  if (!pattern || q === null) return undefined;
  // A page's address may be pasted as well.
  const id = q.trim().split(/[/?#]/).find(isUuid);
  const digits = q.replace(/\D/g, "");
  return or(
    id ? eq(posts.id, id) : undefined,
    isLike(posts.title, pattern),
    isLike(users.displayName, pattern),
    isLike(users.email, pattern),
    digits.length >= 4 ? hasDigits(digits) : undefined,
  );
}
