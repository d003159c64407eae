import { createHmac, timingSafeEqual } from "node:crypto";
import { and, eq, isNull, type SQL } from "drizzle-orm";
import { createContext, type RouterContextProvider } from "react-router";
import { alerts } from "../db/alert-schema.ts";
import type { Db, Transaction } from "../db/client.server.ts";
import { questions } from "../db/question-schema.ts";
import { posts, users } from "../db/schema.ts";
import { accounts } from "../db/session-schema.ts";
import { testimonials } from "../db/testimonial-schema.ts";
import { isUuid } from "../db/uuid.ts";
import { siteContext } from "../web/site.server.ts";
import { type LinkKind, linkDays } from "./link-days.ts";

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
  function signature(kind: LinkKind, payload: string, credentials: string): string {
    return createHmac("sha256", secret)
      .update(JSON.stringify(["signed-link", kind, payload, credentials]))
      .digest("base64url");
  }
  return {
    async sign(db, kind, id, now = new Date()) {
      const expiry = Math.floor(now.getTime() / 1000) + linkDays[kind] * 86_400;
      const payload = id.replaceAll("-", "") + expiry.toString(36).padStart(7, "0");
      return payload + signature(kind, payload, (await findCredentials(db, kind, id)) ?? "");
    },
    async read(db, kind, token, now = new Date()) {
      const [, bareId = "", expiry = "", signed = ""] = tokenShape.exec(token) ?? [];
      const id = bareId.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
      if (!isUuid(id) || Number.parseInt(expiry, 36) * 1000 <= now.getTime()) return null;
      const credentials = await findCredentials(db, kind, id);
      if (credentials === null) return null;
      const expected = Buffer.from(signature(kind, bareId + expiry, credentials));
      return timingSafeEqual(Buffer.from(signed), expected) ? id : null;
    },
  };
}

/**
 * What a link's signature depends on, so that changing it ends the link: an advertiser's e-mail and password, the
 * address of an alert or of whoever asked, a guest's address with the time of writing. Null if the row is gone.
 */
async function findCredentials(
  db: Db | Transaction,
  kind: LinkKind,
  id: string,
): Promise<string | null> {
  if (kind === "alert") {
    const [alert] = await db.select({ email: alerts.email }).from(alerts).where(eq(alerts.id, id));
    return alert?.email ?? null;
  }
  if (kind === "asked") {
    const { email } = questions;
    const [asked] = await db.select({ email }).from(questions).where(eq(questions.id, id));
    return asked?.email ?? null;
  }
  if (kind === "invitation" || kind === "testimonial") {
    const [row] = await db
      .select({ email: testimonials.email, writtenAt: testimonials.writtenAt })
      .from(testimonials)
      .where(eq(testimonials.id, id));
    // An invitation is its guest's, whatever becomes of the advertiser's password.
    if (!row || kind === "invitation") return row ? "" : null;
    return row.writtenAt && JSON.stringify([row.email, row.writtenAt]);
  }
  const [owner] = await db
    .select({ email: users.email, password: accounts.password })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential")))
    .where(isOwnerOf(db, kind, id));
  return owner ? JSON.stringify([owner.email, owner.password]) : null;
}

function isOwnerOf(db: Db | Transaction, kind: LinkKind, id: string): SQL | undefined {
  switch (kind) {
    case "confirm":
      return eq(users.id, db.select({ uid: posts.uid }).from(posts).where(eq(posts.id, id)));
    case "question": {
      const uid = db.select({ uid: questions.uid }).from(questions).where(eq(questions.id, id));
      // It shows what visitors wrote, so it ends with the block, too.
      return and(eq(users.id, uid), isNull(users.blockedAt));
    }
    default:
      return eq(users.id, id);
  }
}
