import { and, desc, eq, ilike, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/client.server.ts";
import { microsOf } from "../../db/columns.ts";
import { deletedPosts, posts, users } from "../../db/schema.ts";
import { isUuid } from "../../db/uuid.ts";
import { isCalendarStale } from "../../owner/calendar/reminders.server.ts";
import type { PauseColumns } from "../../visibility/pause.ts";
import { pauseColumns } from "../../visibility/visibility.server.ts";
import { afterCursor, pageOf, rowsPerPage, searchPattern } from "../page-cursor.server.ts";
import type { AdFilter } from "./ad-filters.ts";

export interface ListedAd extends PauseColumns {
  id: string;
  title: string;
  localizacao: string;
  telefone: string;
  createdAt: Date;
  checkedAt: Date | null;
  uid: string;
  ownerName: string;
  ownerEmail: string;
}

const conditions: Record<AdFilter, SQL | undefined> = {
  "no-ar": isNull(posts.pausedAt),
  pausados: isNotNull(posts.pausedAt),
  conferidos: isNotNull(posts.checkedAt),
  "nao-conferidos": isNull(posts.checkedAt),
  parados: isCalendarStale,
};

/** Lists ads, newest first, without those being deleted. Searches title, id, phone and owner. */
export async function listAds(
  db: Db,
  { q, show, after }: { q: string | null; show: AdFilter | null; after: string | null },
): Promise<{ rows: ListedAd[]; next: string | null }> {
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      localizacao: posts.localizacao,
      telefone: posts.telefone,
      createdAt: posts.createdAt,
      ...pauseColumns,
      checkedAt: posts.checkedAt,
      uid: posts.uid,
      ownerName: users.displayName,
      ownerEmail: users.email,
      micros: microsOf(posts.createdAt),
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid))
    .leftJoin(deletedPosts, eq(deletedPosts.id, posts.id))
    .where(
      and(
        isNull(deletedPosts.id),
        show ? conditions[show] : undefined,
        matches(q),
        afterCursor(after, { at: posts.createdAt, id: posts.id }),
      ),
    )
    .orderBy(desc(posts.createdAt), desc(posts.id))
    .limit(rowsPerPage + 1);
  const page = pageOf(rows);
  return { rows: page.rows.map(({ micros: _, ...row }) => row), next: page.next };
}

function matches(q: string | null): SQL | undefined {
  const pattern = searchPattern(q);
  if (!pattern || q === null) return undefined;
  // A page's address may be pasted as well.
  const id = q.trim().split(/[/?#]/).find(isUuid);
  const digits = q.replace(/\D/g, "");
  return or(
    id ? eq(posts.id, id) : undefined,
    ilike(posts.title, pattern),
    ilike(users.displayName, pattern),
    ilike(users.email, pattern),
    digits.length >= 4 ? sql`${posts.telefone} like ${`%${digits}%`}` : undefined,
  );
}
