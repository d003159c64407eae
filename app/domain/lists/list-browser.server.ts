import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "react-router";
import { siteCookieName } from "../../platform/web/cookie-name.ts";

export const listCookie = siteCookieName("lista");

/** One secret per browser, sent only to lists, so others stay cacheable (docs/decisions/026). */
const cookie = createCookie(listCookie, {
  path: "/lista",
  httpOnly: true,
  sameSite: "lax",
  // Browsers keep cookies no longer than this.
  maxAge: 400 * 24 * 60 * 60,
});

export interface ListBrowser {
  /** The browser's secret. */
  key: string;
}

/** Returns null without a valid cookie. */
export async function readListBrowser(request: Request): Promise<ListBrowser | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (!Array.isArray(value)) return null;
  const [key]: unknown[] = value;
  if (typeof key !== "string" || !/^[\w-]{43}$/.test(key)) return null;
  return { key };
}

export function createListBrowser(): ListBrowser {
  return { key: randomBytes(32).toString("base64url") };
}

/** Returns the header that sets the cookie, which also extends its life. */
export async function rememberListBrowser({ key }: ListBrowser): Promise<Headers> {
  return new Headers({ "Set-Cookie": await cookie.serialize([key]) });
}

/** Hashes differ from list to list, so that they don't reveal which lists share a member. */
export function hashBrowserKey(code: string, key: string): string {
  return createHash("sha256").update(`${code}:${key}`).digest("hex");
}
