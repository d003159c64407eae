import { createCookie, redirect } from "react-router";
import * as z from "zod/mini";
import type { Flash } from "../ui/feedback/flash.ts";
import { siteCookieName } from "./cookie-name.ts";

const cookieName = siteCookieName("aviso");
const cookie = createCookie(cookieName, { maxAge: 60, httpOnly: true });

/** Browsers take some paths, such as `/\\evil.example`, for another site's address. */
const ownPath = /^\/(?![/\\])[^\p{Cc}]*$/u;

const path = z.string().check(z.maxLength(300), z.regex(ownPath));
const text = z.string().check(z.minLength(1), z.maxLength(300));

const schema: z.ZodMiniType<Flash> = z.object({
  kind: z.enum(["success", "error", "info"]),
  text,
  // It may name an e-mail address.
  more: z.optional(z.string().check(z.minLength(1), z.maxLength(600))),
  links: z.optional(z.array(z.object({ to: path, text })).check(z.maxLength(3))),
  share: z.optional(z.object({ path, title: text })),
  dropsPrivate: z.optional(z.boolean()),
});

/** True if the next page has a message to show. */
export function hasFlash(cookies: string): boolean {
  return cookies.includes(`${cookieName}=`);
}

/** Shows `flash` once on the page it leads to. Throws unless `to` is a path of this site. */
export async function redirectWithFlash(
  to: string,
  flash: Flash,
  headers?: Headers,
): Promise<Response> {
  if (!ownPath.test(to)) throw new Error(`not a path of this site: ${to}`);
  const all = new Headers(headers);
  all.append("Set-Cookie", await cookie.serialize(flash));
  return redirect(to, { headers: all });
}

export async function takeFlash(
  request: Request,
): Promise<{ flash: Flash | null; headers: Headers }> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  const headers = new Headers();
  if (value === null) return { flash: null, headers };
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  const parsed = z.safeParse(schema, value);
  return { flash: parsed.success ? parsed.data : null, headers };
}
