import { redirect } from "react-router";

const cookieName = "mardeminas.voltar";

/** How long the way back is kept, in seconds: a forgotten password takes a while. */
const keptFor = 30 * 60;

/** The pages login leads back to; nothing else in the cookie counts. */
const returnable = /^\/(?:posts\/create|posts\/edit\/[\w-]{1,64}|dashboard|minha-conta)$/;

/**
 * Sends a visitor to /login (spec §2), from where login leads back to the page they asked for or
 * whose form they sent. The page travels in a cookie, so that no link from outside can name it.
 */
export function redirectToLogin(url: URL): Response {
  const headers = new Headers();
  if (returnable.test(url.pathname)) {
    headers.append("Set-Cookie", returnCookie(url.pathname, keptFor));
  }
  return redirect("/login", { headers });
}

/** Where login leads: back to the page that asked for it, else home. Adds to the answer's headers. */
export function takeReturnPath(request: Request, headers: Headers): string {
  const pairs = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const path = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.split("=")[1];
  if (path === undefined) return "/";
  headers.append("Set-Cookie", returnCookie("", 0));
  return returnable.test(path) ? path : "/";
}

function returnCookie(path: string, seconds: number): string {
  return `${cookieName}=${path}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`;
}
