import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, type SQL } from "drizzle-orm";
import { createContext, type RouterContextProvider } from "react-router";
import type { Db, Transaction } from "../db/client.server.ts";
import { users } from "../db/schema.ts";
import { accounts } from "../db/session-schema.ts";
import { isUuid } from "../db/uuid.ts";
import { siteContext } from "../web/site.server.ts";

/** One purpose of links, declared beside its subject. */
export interface LinkKind {
  /** Part of the signature, so that a link of one kind is none of another. */
  name: string;
  /** Days for which a link is valid. */
  days: number;
  /** Finds what ends a link by changing, for the id of its subject; null if the subject is gone. */
  credentialsOf: (db: Db | Transaction, id: string) => Promise<string | null>;
}

/**
 * Links in e-mails need no login and no row. They are reusable, but only for one action on one
 * listing, question, alert, testimonial or user, and until its owner changes the e-mail or the password: the
 * letters may be in the wrong hands.
 */
export interface SignedLinks {
  sign: (db: Db | Transaction, kind: LinkKind, id: string, now?: Date) => Promise<string>;
  /** Returns the id; null unless it was signed for this kind of link and is still valid. */
  read: (db: Db, kind: LinkKind, token: string, now?: Date) => Promise<string | null>;
}

/** The parts of the site that write letters with such links. */
export interface LinkingSite {
  db: Db;
  signedLinks: SignedLinks;
  mailedSiteUrl: string;
}

export const signedLinksContext = createContext<SignedLinks>();

export function linkingSite(context: Readonly<RouterContextProvider>): LinkingSite {
  const { db, mailedSiteUrl } = context.get(siteContext);
  return { db, mailedSiteUrl, signedLinks: context.get(signedLinksContext) };
}

/** Reads the token of a link that was opened, as {@link SignedLinks.read} does. */
export function readLinkToken(
  context: Readonly<RouterContextProvider>,
  kind: LinkKind,
  token: string,
): Promise<string | null> {
  return context.get(signedLinksContext).read(context.get(siteContext).db, kind, token);
}

/** Consists of the id without dashes, the expiry in seconds in base 36, and the signature. */
const tokenShape = /^([0-9a-f]{32})([0-9a-z]{7})([\w-]{43})$/;

export function createSignedLinks(secret: string): SignedLinks {
  function signature({ name }: LinkKind, payload: string, credentials: string): string {
    return createHmac("sha256", secret)
      .update(JSON.stringify(["signed-link", name, payload, credentials]))
      .digest("base64url");
  }
  return {
    async sign(db, kind, id, now = new Date()) {
      const expiry = Math.floor(now.getTime() / 1000) + kind.days * 86_400;
      const payload = id.replaceAll("-", "") + expiry.toString(36).padStart(7, "0");
      return payload + signature(kind, payload, (await kind.credentialsOf(db, id)) ?? "");
    },
    async read(db, kind, token, now = new Date()) {
      const [, bareId = "", expiry = "", signed = ""] = tokenShape.exec(token) ?? [];
      const id = bareId.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      if (!isUuid(id) || Number.parseInt(expiry, 36) * 1000 <= now.getTime()) return null;
      const credentials = await kind.credentialsOf(db, id);
      if (credentials === null) return null;
      const expected = Buffer.from(signature(kind, bareId + expiry, credentials));
      return timingSafeEqual(Buffer.from(signed), expected) ? id : null;
    },
  };
}

/** The credentials of a link to an advertiser, who ends it by changing the e-mail or the password. */
export async function ownerCredentials(
  db: Db | Transaction,
  isOwner: SQL | undefined,
): Promise<string | null> {
  const [owner] = await db
    .select({ email: users.email, password: accounts.password })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential")))
    .where(isOwner);
  return owner ? JSON.stringify([owner.email, owner.password]) : null;
}
