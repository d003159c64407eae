import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/client.server.ts";
import { sessions } from "../../../platform/db/session-schema.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { recordOwnAction } from "../../../platform/web/audit-log.server.ts";
import type { CurrentUser } from "../session-context.server.ts";
import { nameDevice } from "./device-name.ts";

/** A session ends after so many days, however often it is renewed. */
export const maxSessionDays = 90;

export interface OpenSession {
  id: string;
  device: string;
  createdAt: Date;
  /** Time of the last use, to within a day: renewals are that far apart. */
  usedAt: Date;
  isThis: boolean;
}

/** Lists sessions, this one first, then the last used. */
export async function listSessions(
  db: Db,
  uid: string,
  currentId: string | null,
): Promise<OpenSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      usedAt: sessions.updatedAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, uid),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.createdAt, sql`now() - ${maxSessionDays} * interval '1 day'`),
      ),
    )
    .orderBy(desc(eq(sessions.id, currentId ?? sql`null`)), desc(sessions.updatedAt));
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: nameDevice(userAgent),
    isThis: row.id === currentId,
  }));
}

/** Ends a session if it is the user's own. Nothing changes if it is already over. */
export async function endSession(db: Db, user: CurrentUser, id: string): Promise<void> {
  if (!isUuid(id)) return;
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, user.uid)));
    if (rowCount === 1) await recordOwnAction(tx, user, "session-ended");
  });
}
