import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { authenticators } from "../../../platform/db/operation-schema.ts";

const stepMs = 30_000;

/** Steps before and after the current one whose codes are accepted: clocks differ. */
const tolerance = 1;

/** The secret for an authenticator app, as text to type and as a link to tap. */
export interface AuthenticatorKey {
  key: string;
  uri: string;
}

/** Null if it was encrypted with another site's secret, as after a backup is restored without it. */
function decryptKey(siteSecret: string, stored: string): Promise<string | null> {
  return symmetricDecrypt({ key: siteSecret, data: stored }).catch(() => null);
}

/** Begins the set-up, or begins it again; a confirmed app stays as it is. */
export async function startAuthenticator(db: Db, uid: string, siteSecret: string): Promise<void> {
  const secret = await symmetricEncrypt({
    key: siteSecret,
    data: randomBytes(20).toString("base64url"),
  });
  await db
    .insert(authenticators)
    .values({ userId: uid, secret })
    .onConflictDoUpdate({
      target: authenticators.userId,
      set: { secret, createdAt: sql`now()` },
      setWhere: isNull(authenticators.confirmedAt),
    });
}

/** Finds the key of an app being set up; null if there is none, or it is confirmed. */
export async function findPendingKey(
  db: Db,
  { uid, email }: { uid: string; email: string },
  siteSecret: string,
): Promise<AuthenticatorKey | null> {
  const [row] = await db
    .select({ secret: authenticators.secret })
    .from(authenticators)
    .where(and(eq(authenticators.userId, uid), isNull(authenticators.confirmedAt)));
  if (!row) return null;
  const secret = await decryptKey(siteSecret, row.secret);
  if (secret === null) return null;
  const key = base32.encode(secret, { padding: false });
  // Some apps would show the pluses of a form's encoding.
  const uri = createOTP(secret).url("Mar de Minas", email).replaceAll("+", "%20");
  return { key, uri };
}

/**
 * Uses a code up, which is good once; `isPending` for the one that confirms a new app. Null if the app's key can't be
 * read any more.
 */
export async function takeCode(
  tx: Transaction,
  uid: string,
  code: string,
  siteSecret: string,
  { isPending }: { isPending: boolean },
): Promise<boolean | null> {
  const isThis = and(
    eq(authenticators.userId, uid),
    isPending ? isNull(authenticators.confirmedAt) : isNotNull(authenticators.confirmedAt),
  );
  const [row] = await tx.select().from(authenticators).where(isThis).for("update");
  if (!row) return false;
  const secret = await decryptKey(siteSecret, row.secret);
  if (secret === null) return null;
  const otp = createOTP(secret);
  const now = Math.floor(Date.now() / stepMs);
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    if (step <= row.lastStep || (await otp.hotp(step)) !== code) continue;
    await tx
      .update(authenticators)
      .set({ lastStep: step, confirmedAt: sql`coalesce(${authenticators.confirmedAt}, now())` })
      .where(and(isThis, lt(authenticators.lastStep, step)));
    return true;
  }
  return false;
}
