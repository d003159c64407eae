import { createHash, randomBytes } from "node:crypto";
import { createCookie } from "react-router";
import { listCookie } from "../site/cookie-name.ts";

/** One secret per browser, sent only to lists, so others stay cacheable (docs/decisions/026). */
const cookie = createCookie(listCookie, {
  path: "/lista",
  httpOnly: true,
  sameSite: "lax",
  // Browsers keep cookies no longer than this.
  maxAge: 400 * 24 * 60 * 60,
});

export interface ListBrowser {
  /** Its secret. */
  key: string;
  /** The name last used on a list; "" before. */
  nome: string;
}

/** Null without a valid cookie. */
export async function readListBrowser(request: Request): Promise<ListBrowser | null> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (!Array.isArray(value)) return null;
  const [key, nome]: unknown[] = value;
  if (typeof key !== "string" || !/^[\w-]{43}$/.test(key)) return null;
  return { key, nome: typeof nome === "string" ? nome : "" };
}

export function createListBrowser(): ListBrowser {
  return { key: randomBytes(32).toString("base64url"), nome: "" };
}

/** The header also extends the cookie's life. */
export async function keepListBrowser({ key, nome }: ListBrowser): Promise<Headers> {
  return new Headers({ "Set-Cookie": await cookie.serialize([key, nome]) });
}

/** Differs from list to list, so that stored hashes don't reveal which lists share a member. */
export function hashBrowserKey(code: string, key: string): string {
  return createHash("sha256").update(`${code}:${key}`).digest("hex");
}
