import { and, asc, eq, exists, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { passkeys, staff } from "../../../platform/db/operation-schema.ts";
import { logSecurity } from "../../../platform/web/watch/security-log.server.ts";

export interface Passkey {
  credentialId: string;
  nome: string;
  createdAt: Date;
  usedAt: Date | null;
}

export function listPasskeys(db: Db, uid: string): Promise<Passkey[]> {
  return select(db, eq(passkeys.userId, uid));
}

function select(db: Db, which: SQL | undefined): Promise<Passkey[]> {
  return db
    .select({
      credentialId: passkeys.credentialId,
      nome: passkeys.nome,
      createdAt: passkeys.createdAt,
      usedAt: passkeys.usedAt,
    })
    .from(passkeys)
    .where(which)
    .orderBy(asc(passkeys.createdAt));
}

/** Deletes passkeys of an account, all or those named, unless it is staff's; returns how many. */
export async function deletePasskeysUnlessStaff(
  tx: Transaction,
  uid: string,
  named?: readonly string[],
): Promise<number> {
  const { rowCount } = await tx
    .delete(passkeys)
    .where(
      and(
        eq(passkeys.userId, uid),
        named && inArray(passkeys.credentialId, [...named]),
        not(isStaff(tx, uid)),
      ),
    );
  return rowCount ?? 0;
}

/** Lists the passkeys that {@link deletePasskeysUnlessStaff} would delete. */
export function listPasskeysUnlessStaff(db: Db, uid: string): Promise<Passkey[]> {
  return select(db, and(eq(passkeys.userId, uid), not(isStaff(db, uid))));
}

/** Call it after the commit that deleted them. */
export function logDeletedPasskeys(
  log: Logger,
  { uid, deletedPasskeys }: { uid: string; deletedPasskeys: number },
): void {
  if (deletedPasskeys > 0) logSecurity(log, "passkey-deleted", { uid, passkeys: deletedPasskeys });
}

function isStaff(db: Db | Transaction, uid: string) {
  return exists(db.select({ one: sql`1` }).from(staff).where(eq(staff.userId, uid)));
}
