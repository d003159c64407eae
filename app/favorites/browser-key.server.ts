import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "react-router";
import { ownCookieName } from "../site/cookie-name.ts";

/** One secret per browser, sent only to lists, so others stay cacheable (docs/decisions/026). */
const cookie = createCookie(ownCookieName("lista"), {
  path: "/lista",
  httpOnly: true,
  sameSite: "lax",
  // Browsers keep cookies no longer than this.
  maxAge: 400 * 24 * 60 * 60,
});

/** Null without a valid cookie. */
export async function readBrowserKey(request: Request): Promise<string | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof value === "string" && /^[\w-]{43}$/.test(value) ? value : null;
}

export function createBrowserKey(): string {
  return randomBytes(32).toString("base64url");
}

/** The header also extends the cookie's life. */
export async function keepBrowserKey(key: string): Promise<Headers> {
  return new Headers({ "Set-Cookie": await cookie.serialize(key) });
}

/** Differs from list to list, so that stored hashes don't reveal which lists share a member. */
export function hashBrowserKey(code: string, key: string): string {
  return createHash("sha256").update(`${code}:${key}`).digest("hex");
}
