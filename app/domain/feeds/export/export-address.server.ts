import { randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client.server.ts";
import { posts } from "../../../platform/db/schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import type { Refusal } from "../../../platform/web/refusal.ts";
import { isStanding } from "../../accounts/visibility/visibility.server.ts";
import { listMarkedNights } from "../../calendar/taken-nights.server.ts";
import { isOwnListing, updateOwnListing } from "../../listings/own-listing.server.ts";

const folder = "/calendarios/";

export function exportPath(token: string): string {
  return `${folder}${token}.ics`;
}

export function isExportAddress(address: URL, siteUrl: string): boolean {
  return address.hostname === new URL(siteUrl).hostname && address.pathname.startsWith(folder);
}

/** Null unless the listing is this advertiser's. */
export async function findOrCreateExportToken(
  db: Db,
  uid: string,
  id: string,
): Promise<string | null> {
  if (!isUuid(id)) return null;
  const own = isOwnListing(uid, id);
  await db
    .update(posts)
    .set({ calendarToken: createToken() })
    .where(and(own, isNull(posts.calendarToken)));
  const [post] = await db.select({ token: posts.calendarToken }).from(posts).where(own);
  return post?.token ?? null;
}

/** The old address answers 404 from now on. */
export async function renewExportToken(
  db: Db,
  uid: string,
  id: string,
): Promise<{ ok: true } | Refusal<"not-found">> {
  return updateOwnListing(db, uid, id, { calendarToken: createToken() });
}

/** 128 bits, in characters that survive programs that ignore case. */
function createToken(): string {
  return randomBytes(16).toString("hex");
}

export interface ExportedCalendar {
  listingId: string;
  title: string;
  changedAt: Date;
  nights: string[];
}

/** Looks up `{token}.ics`; null for an unknown token or a deleted ad. */
export async function findExportedCalendar(
  db: Db,
  fileName: string,
): Promise<ExportedCalendar | null> {
  const [, token] = /^([0-9a-f]{32})\.ics$/.exec(fileName) ?? [];
  if (!token) return null;
  const [post] = await db
    .select({
      listingId: posts.id,
      title: posts.title,
      changedAt: sql`coalesce(${posts.datesUpdatedAt}, ${posts.createdAt})`.mapWith(
        posts.createdAt,
      ),
    })
    .from(posts)
    .where(and(eq(posts.calendarToken, token), isStanding));
  return post ? { ...post, nights: await listMarkedNights(db, post.listingId) } : null;
}
