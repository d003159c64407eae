import { redirect } from "react-router";
import type { Flash } from "./flash.ts";

const cookieName = "mardeminas.aviso";

/**
 * A redirect whose next page tells a sentence once. `to` is a path of this site; whatever a browser
 * would take for the address of another one throws.
 */
export function redirectWithFlash(to: string, flash: Flash, headers?: Headers): Response {
  if (!/^\/(?![/\\])[^\p{Cc}]*$/u.test(to)) throw new Error(`not a path of this site: ${to}`);
  const all = new Headers(headers);
  const value = encodeURIComponent(JSON.stringify(flash));
  all.append("Set-Cookie", `${cookieName}=${value}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`);
  return redirect(to, { headers: all });
}

/** The sentence a redirect left for this request, and the headers that keep it from repeating. */
export function takeFlash(request: Request): { flash: Flash | null; headers: Headers } {
  const headers = new Headers();
  const pairs = (request.headers.get("Cookie") ?? "").split(/;\s*/);
  const value = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.split("=")[1];
  if (value === undefined) return { flash: null, headers };
  headers.append("Set-Cookie", `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`);
  return { flash: readFlash(value), headers };
}

function readFlash(value: string): Flash | null {
  try {
    const flash: unknown = JSON.parse(decodeURIComponent(value));
    if (typeof flash !== "object" || flash === null) return null;
    const { kind, text, endedDraft } = flash as Partial<Flash>;
    if (kind !== "success" && kind !== "error" && kind !== "info") return null;
    if (typeof text !== "string" || text === "") return null;
    const said = { kind, text: text.slice(0, 300) };
    return typeof endedDraft === "string" ? { ...said, endedDraft } : said;
  } catch {
    return null;
  }
}
