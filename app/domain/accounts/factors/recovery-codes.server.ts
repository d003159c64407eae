import { createHash, randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/db/client.server.ts";
import { recoveryCodes } from "../../../platform/db/operation-schema.ts";

const howMany = 10;

/** Leaves out letters and digits that look alike on paper. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Makes codes that replace former ones. They are shown once; only their hashes are kept. */
export async function createRecoveryCodes(tx: Transaction, uid: string): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, uid));
  const codes = Array.from({ length: howMany }, () => `${part()}-${part()}`);
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId: uid, codeHash: hashOf(uid, code) })));
  return codes;
}

/** Uses the code up; false if there is no such code. */
export async function takeRecoveryCode(
  tx: Transaction,
  uid: string,
  typed: string,
): Promise<boolean> {
  const isThis = and(
    eq(recoveryCodes.userId, uid),
    eq(recoveryCodes.codeHash, hashOf(uid, typed.toLowerCase())),
  );
  const { rowCount } = await tx.delete(recoveryCodes).where(isThis);
  return rowCount === 1;
}

function part(): string {
  return Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join("");
}

function hashOf(uid: string, code: string): string {
  return createHash("sha256")
    .update(`${uid}:${code.replace(/[^a-z0-9]/g, "")}`)
    .digest("hex");
}
