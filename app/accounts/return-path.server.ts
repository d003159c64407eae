import { createCookie, redirect } from "react-router";
import { ownCookieName } from "../site/cookie-name.ts";

/** Half an hour, because resetting a forgotten password takes a while. */
const cookie = createCookie(ownCookieName("voltar"), { maxAge: 30 * 60, httpOnly: true });

const returnable = /^\/(?:posts\/create|posts\/edit\/[\w-]{1,64}|dashboard|minha-conta)$/;

/** The page requested travels in a cookie, so that no outside link can choose it (spec §2). */
export async function redirectToLogin(url: URL): Promise<Response> {
  const headers = new Headers();
  if (returnable.test(url.pathname)) {
    headers.append("Set-Cookie", await cookie.serialize(url.pathname));
  }
  return redirect("/login", { headers });
}

/** Continues at `/` without a cookie. Clears the cookie through `headers`. */
export async function takeReturnPath(request: Request, headers: Headers): Promise<string> {
  const path: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (path === null) return "/";
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return typeof path === "string" && returnable.test(path) ? path : "/";
}
