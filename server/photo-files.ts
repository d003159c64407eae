import type { Handler } from "hono";
import { LRUCache } from "lru-cache";
import { coverFile } from "../app/domain/photos/photo.ts";
import { findPhotoKey } from "../app/domain/photos/photos.server.ts";
import type { StoredFile } from "../app/domain/photos/store.server.ts";
import { aDay, forever } from "../app/platform/web/cache-control.ts";
import { retryAfterSeconds } from "../app/platform/web/outage.server.ts";
import type { Site } from "./create-site.ts";
import { type RequestEnv, requestLog } from "./request-log.ts";

/** Allows no dots except the one of the extension: no other file can be named. */
const photoPath = /^\/fotos\/((?:[\w-]+\/)+[\w-]+\.(?:avif|jpg))$/;
/** As in pages (docs/decisions/014): a variant as a JPEG, or in the best format that the browser takes. */
const shortPath = /^\/fotos\/([\w-]{22}|[\w-]{11})\/(\d+)(\.jpg)?$/;
const maxKeysRemembered = 10_000;
const contentTypes: Record<string, string> = { avif: "image/avif", jpg: "image/jpeg" };

/** Supports validators and single ranges (RFC 9110). Responds 503 if the store or the database fails. */
export function servePhotos({
  db,
  photoStore: store,
  log,
}: Pick<Site, "db" | "photoStore" | "log">): Handler<RequestEnv> {
  const keys = new LRUCache<string, string>({ max: maxKeysRemembered });
  async function findKey(id: string): Promise<string | null> {
    const key = keys.get(id) ?? (await findPhotoKey(db, id));
    if (key) keys.set(id, key);
    return key;
  }
  async function readPath(request: Request, path: string): Promise<string | null> {
    const [, id, width, ending] = shortPath.exec(path) ?? [];
    if (!id) return photoPath.exec(path)?.[1] ?? null;
    const key = await findKey(id);
    return key && `${key}/${width}${ending ?? (takesAvif(request) ? ".avif" : ".jpg")}`;
  }
  return async (c) => {
    const { method } = c.req;
    if (method !== "GET" && method !== "HEAD") {
      return c.text("Fotos só podem ser lidas aqui.", 405, { Allow: "GET, HEAD" });
    }
    // Set on responses made by `c`, and below on files.
    const varies = shortPath.test(c.req.path) && !c.req.path.endsWith(".jpg");
    if (varies) c.header("Vary", "Accept");
    try {
      const key = await readPath(c.req.raw, c.req.path);
      if (!key) return c.text("Foto não encontrada.", 404);
      const { baseUrl } = store.settings;
      // Some apps that preview links follow no redirects.
      if (baseUrl && !key.endsWith(`/${coverFile}`)) {
        // The bucket's address may change with the configuration.
        c.header("Cache-Control", aDay);
        return c.redirect(`${baseUrl}/${key}`, 302);
      }
      const file = await store.openFile(key);
      if (!file) return c.text("Foto não encontrada.", 404);
      const [, ending = ""] = key.split(".");
      const type = contentTypes[ending] ?? "application/octet-stream";
      const found = await answer(c.req.raw, file, type);
      if (varies) found.headers.set("Vary", "Accept");
      return found;
    } catch (error) {
      requestLog(log, c.get("request")).warn({ err: error }, "photo not read");
      return c.text("As fotos estão fora do ar. Tente de novo em instantes.", 503, {
        "Retry-After": String(retryAfterSeconds),
      });
    }
  };
}

async function answer(request: Request, file: StoredFile, type: string): Promise<Response> {
  const headers = new Headers({
    "Accept-Ranges": "bytes",
    "Cache-Control": forever,
    ETag: file.etag,
    "Last-Modified": file.modified.toUTCString(),
    "X-Content-Type-Options": "nosniff",
  });
  if (isKnown(request.headers, file)) return new Response(null, { status: 304, headers });
  const range = isSame(request.headers.get("If-Range"), file)
    ? readRange(request.headers.get("Range"), file.size)
    : null;
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.size}`);
    headers.delete("Cache-Control");
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers.set("Content-Type", type);
  headers.set("Content-Length", String(end - start + 1));
  if (range) headers.set("Content-Range", `bytes ${start}-${end}/${file.size}`);
  const empty = request.method === "HEAD" || file.size === 0;
  const body = empty ? null : ((await file.read(start, end)) as BodyInit);
  return new Response(body, { status: range ? 206 : 200, headers });
}

function takesAvif({ headers }: Request): boolean {
  return /\bimage\/avif\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(headers.get("Accept") ?? "");
}

function isKnown(headers: Headers, file: StoredFile): boolean {
  const tags = headers.get("If-None-Match");
  if (tags !== null) {
    return tags.split(",").some((tag) => ["*", file.etag].includes(tag.trim().replace(/^W\//, "")));
  }
  const since = Date.parse(headers.get("If-Modified-Since") ?? "");
  return Math.floor(file.modified.getTime() / 1000) * 1000 <= since;
}

function isSame(ifRange: string | null, file: StoredFile): boolean {
  return ifRange === null || ifRange === file.etag || ifRange === file.modified.toUTCString();
}

/** Range to send; null to send everything: no range, several, or an unknown one. */
function readRange(
  header: string | null,
  size: number,
): { start: number; end: number } | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "") {
    if (last === "") return null;
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}
