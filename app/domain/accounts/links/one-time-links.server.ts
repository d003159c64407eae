import { randomBytes } from "node:crypto";
import { and, eq, gt, like, or, type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../../platform/db/client.server.ts";
import { verifications } from "../../../platform/db/session-schema.ts";

const tokenShape = /^[\w-]{32}$/;

const identifierOf = (kind: string, token: string) => `${kind}:${token}`;

/** A link's value is the account's id, optionally followed by a colon and more. */
function belongsTo(uid: string): SQL | undefined {
  return or(eq(verifications.value, uid), like(verifications.value, `${uid}:%`));
}

function isValid(kind: string, token: string): SQL | undefined {
  return and(
    eq(verifications.identifier, identifierOf(kind, token)),
    gt(verifications.expiresAt, sql`now()`),
  );
}

/** Returns the link's token, which is good for the caller's `kind` of link alone. */
export async function createLink(
  tx: Db | Transaction,
  kind: string,
  value: string,
  goodForMinutes: number,
): Promise<string> {
  // Mail programs leave a hyphen at the end out of a link.
  const token = randomBytes(16).toString("hex");
  await tx.insert(verifications).values({
    identifier: identifierOf(kind, token),
    value,
    expiresAt: sql`now() + ${goodForMinutes} * interval '1 minute'`,
  });
  return token;
}

export async function findLink(
  db: Db | Transaction,
  kind: string,
  token: string,
): Promise<string | null> {
  if (!tokenShape.test(token)) return null;
  const [link] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(isValid(kind, token));
  return link?.value ?? null;
}

/** Consumes a link and returns its value; null if it is invalid. */
export async function takeLink(
  tx: Db | Transaction,
  kind: string,
  token: string,
): Promise<string | null> {
  if (!tokenShape.test(token)) return null;
  const [link] = await tx
    .delete(verifications)
    .where(isValid(kind, token))
    .returning({ value: verifications.value });
  return link?.value ?? null;
}

export async function findLinkOf(
  db: Db | Transaction,
  kind: string,
  uid: string,
): Promise<string | null> {
  const [link] = await db
    .select({ value: verifications.value })
    .from(verifications)
    .where(
      and(
        like(verifications.identifier, `${kind}:%`),
        belongsTo(uid),
        gt(verifications.expiresAt, sql`now()`),
      ),
    );
  return link?.value ?? null;
}

export async function hasRecentLink(
  db: Db | Transaction,
  kind: string,
  uid: string,
  minutes: number,
): Promise<boolean> {
  const recent = and(
    like(verifications.identifier, `${kind}:%`),
    belongsTo(uid),
    gt(verifications.expiresAt, sql`now()`),
    gt(verifications.createdAt, sql`now() - ${minutes} * interval '1 minute'`),
  );
  return (await db.$count(verifications, recent)) > 0;
}

export async function deleteLinksOf(
  tx: Db | Transaction,
  uid: string,
  kind?: string,
): Promise<void> {
  await tx
    .delete(verifications)
    .where(and(belongsTo(uid), kind ? like(verifications.identifier, `${kind}:%`) : undefined));
}
