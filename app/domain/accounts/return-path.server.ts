import { createCookie, redirect } from "react-router";
import { pageAddress } from "../../platform/ui/shell/page-address.ts";
import { siteCookieName } from "../../platform/web/cookie-name.ts";
import { redirectWithFlash } from "../../platform/web/flash-cookie.server.ts";
import type { PageHandle } from "../../platform/web/pages/public-page.ts";
import { routePattern } from "../../platform/web/pages/route-table.server.ts";

/** Half an hour, because resetting a forgotten password takes a while. */
const cookie = createCookie(siteCookieName("voltar"), { maxAge: 30 * 60, httpOnly: true });

/**
 * The page requested travels in a cookie, so that no outside link can choose it (spec §2). `reason` is what the
 * login page says about it.
 */
export async function redirectToLogin(url: URL, reason?: string): Promise<Response> {
  const headers = new Headers();
  const path = await pageAskingForLogin(url);
  if (path) headers.append("Set-Cookie", await cookie.serialize(path));
  if (!reason) return redirect("/login", { headers });
  return redirectWithFlash("/login", { kind: "info", text: reason }, headers);
}

/** Takes the path from the cookie, or `/` if there is none. Clears the cookie through `headers`. */
export async function takeReturnPath(request: Request, headers: Headers): Promise<string> {
  const path: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (path === null) return "/";
  headers.append("Set-Cookie", await cookie.serialize("", { maxAge: 0 }));
  const url = typeof path === "string" && URL.parse(path, "http://localhost");
  return (url && url.pathname + url.search === path && (await pageAskingForLogin(url))) || "/";
}

const maxValueLength = 64;

/**
 * Path of a page that asks for login, with the parameters it wants back; null if it is none. A download, or
 * what answers a script, is no page.
 */
async function pageAskingForLogin({ pathname, searchParams }: URL): Promise<string | null> {
  const { routes } = await import("virtual:react-router/server-build");
  for (const route of Object.values(routes)) {
    if (!route?.module.default) continue;
    const { returnQuery } = (route.module as { handle?: PageHandle }).handle ?? {};
    if (!returnQuery && route.parentId !== "owner/account/routes/logged-in") continue;
    const pattern = routePattern(routes, route.id)?.replace(/:\w+/g, "[\\w-]{1,64}");
    if (!new RegExp(`^${pattern}$`).test(pathname)) continue;
    const kept = [...searchParams].filter(
      ([name, value]) => returnQuery?.includes(name) && value.length <= maxValueLength,
    );
    return pageAddress(pathname, Object.fromEntries(kept));
  }
  return null;
}
