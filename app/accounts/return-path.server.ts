import { createCookie, redirect } from "react-router";
import { routePattern } from "../delivery/route-table.server.ts";
import { siteCookieName } from "../site/cookie-name.ts";

/** Half an hour, because resetting a forgotten password takes a while. */
const cookie = createCookie(siteCookieName("voltar"), { maxAge: 30 * 60, httpOnly: true });

/** The page requested travels in a cookie, so that no outside link can choose it (spec §2). */
export async function redirectToLogin(url: URL): Promise<Response> {
  const headers = new Headers();
  if (await asksForLogin(url.pathname)) {
    headers.append("Set-Cookie", await cookie.serialize(url.pathname));
  }
  return redirect("/login", { headers });
}

/** Takes the path from the cookie, or `/` if there is none. Clears the cookie through `headers`. */
export async function takeReturnPath(request: Request, headers: Headers): Promise<string> {
  const path: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (path === null) return "/";
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  return typeof path === "string" && (await asksForLogin(path)) ? path : "/";
}

/** True for the pages below logged-in.tsx; a download, or what answers a script, is no page. */
async function asksForLogin(path: string): Promise<boolean> {
  const { routes } = await import("virtual:react-router/server-build");
  return Object.values(routes).some((route) => {
    if (route?.parentId !== "accounts/routes/logged-in" || !route.module.default) return false;
    const pattern = routePattern(routes, route.id)?.replace(/:\w+/g, "[\\w-]{1,64}");
    return new RegExp(`^${pattern}$`).test(path);
  });
}
