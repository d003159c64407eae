import { createHmac, timingSafeEqual } from "node:crypto";
import { createContext } from "react-router";

/** By action on one listing, or by kind of e-mail to an advertiser. */
export const linkDays = { confirm: 45, unsubscribe: 365, "unsubscribe-numbers": 365 } as const;

type LinkKind = keyof typeof linkDays;

/** Links in e-mails: no login, no row; reusable, but only for one action on one listing or user. */
export interface SignedLinks {
  sign: (kind: LinkKind, id: string, now?: Date) => string;
  /** Returns the id; null unless it was signed for this kind of link and has not expired. */
  read: (kind: LinkKind, token: string, now?: Date) => string | null;
}

export const signedLinksContext = createContext<SignedLinks>();

/** The id without dashes, the expiry in seconds in base 36, and the signature. */
const tokenShape = /^([0-9a-f]{32})([0-9a-z]{7})([\w-]{43})$/;

export function createSignedLinks(secret: string): SignedLinks {
  function signature(kind: LinkKind, payload: string): string {
    // Named when only calendars had such links: those already sent must keep working.
    return createHmac("sha256", secret)
      .update(`calendar-link:${kind}:${payload}`)
      .digest("base64url");
  }
  return {
    sign(kind, id, now = new Date()) {
      const expiry = Math.floor(now.getTime() / 1000) + linkDays[kind] * 86_400;
      const payload = id.replaceAll("-", "") + expiry.toString(36).padStart(7, "0");
      return payload + signature(kind, payload);
    },
    read(kind, token, now = new Date()) {
      const [, id = "", expiry = "", signed = ""] = tokenShape.exec(token) ?? [];
      if (!id) return null;
      const expected = Buffer.from(signature(kind, id + expiry));
      if (!timingSafeEqual(Buffer.from(signed), expected)) return null;
      if (Number.parseInt(expiry, 36) * 1000 <= now.getTime()) return null;
      return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
  };
}
