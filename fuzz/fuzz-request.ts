import type { Random } from "../testing/random.ts";
import type { Actor } from "./world.ts";

export interface FuzzRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
  actor: Actor;
  /** Route whose form it is, if it is one. */
  form?: string;
}

const origin = "http://localhost";

/** Adds the actor's cookies, and sometimes a hostile header. */
export function addHeaders(random: Random, request: FuzzRequest): FuzzRequest {
  const headers = [...request.headers];
  const cookies = [request.actor.cookie, random.chance(0.05) ? hostileCookie(random) : null];
  const cookie = cookies.filter((each) => each !== null).join("; ");
  if (cookie) headers.push(["Cookie", cookie]);
  if (random.chance(0.1)) {
    headers.push(
      random.pick<[string, string]>([
        ["Origin", "http://localhost"],
        ["Origin", "null"],
        ["Origin", "https://exemplo.com"],
        ["Sec-Fetch-Site", "cross-site"],
        ["Accept-Encoding", "br;q=0, gzip;q=x, *"],
        ["If-None-Match", '"x", W/"y"'],
        ["Range", "bytes=5-1"],
        ["Range", "bytes=-99999999999999999999"],
        ["X-Forwarded-For", "1.2.3.4, x, ::1"],
        ["X-Forwarded-Host", "exemplo.com"],
        ["User-Agent", "x".repeat(9000)],
        ["Content-Length", "999999999999"],
        ["Content-Length", "-5"],
        ["Content-Encoding", "gzip"],
        ["Transfer-Encoding", "chunked"],
        ["Accept", "application/json"],
        ["X-React-Router-Request", "1"],
        ["If-Modified-Since", "ontem"],
      ]),
    );
  }
  return { ...request, url: origin + request.url, headers };
}

function hostileCookie(random: Random): string {
  return random.pick([
    `mardeminas.aviso=${btoa(JSON.stringify({ kind: "success", text: "<script>" }))}`,
    "mardeminas.aviso=%",
    "mardeminas.aviso=%7B%7D",
    "mardeminas.aviso=e30",
    "mardeminas.session_token=",
    "mardeminas.session_token=a.b; mardeminas.session_token=c.d",
    "mardeminas.session_data=eyJ4Ijp9",
    "__Host-mardeminas.session_token=x",
    `x=${"y".repeat(5000)}`,
    ";;;===;",
    "=; =x",
    "mardeminas.session_token=%00%ff",
  ]);
}
