import { createCookie, redirect } from "react-router";
import { ownCookieName } from "../site/cookie-name.ts";

/** Kept for half an hour, because resetting a forgotten password takes a while. */
const cookie = createCookie(ownCookieName("voltar"), { maxAge: 30 * 60, httpOnly: true });

/** The only pages login returns to; any other cookie value is ignored. */
const returnable = /^\/(?:posts\/create|posts\/edit\/[\w-]{1,64}|dashboard|minha-conta)$/;

/**
 * Redirects a visitor to /login (spec §2), which later returns to the page they asked for. The path
 * travels in a cookie, so that no link from outside can choose it.
 */
export async function redirectToLogin(url: URL): Promise<Response> {
  const headers = new Headers();
  if (returnable.test(url.pathname)) {
    headers.append("Set-Cookie", await cookie.serialize(url.pathname));
  }
  return redirect("/login", { headers });
}

/** The path to continue at after login; `/` without a cookie. Clears the cookie through `headers`. */
export async function takeReturnPath(request: Request, headers: Headers): Promise<string> {
  const path: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (path === null) return "/";
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return typeof path === "string" && returnable.test(path) ? path : "/";
}
