import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzipSync, gzip } from "node:zlib";
import { readBytes } from "./html-response.server.ts";

export interface FinishedPage {
  status: number;
  /** False for errors and for pages that set a cookie. */
  isCacheable: boolean;
  bytes: number;
  brotli: FinishedBody;
  gzip: FinishedBody;
}

interface FinishedBody {
  bytes: Buffer<ArrayBuffer>;
  etag: string;
  headers: Record<string, string>;
}

interface PageRequest {
  method: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  id: string;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Quality of Brotli; more would cost more than it saves: a page lives only until an ad changes. */
const brotliQuality = 5;

/** Drops the plain text, since hardly anyone asks for it. */
export async function finishPage(
  response: Response,
  more: Record<string, string>,
): Promise<FinishedPage> {
  const plain = await readBytes(response);
  const [gzipped, brotli] = await Promise.all([
    compressGzip(plain),
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ]);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  headers.set("Vary", "Accept-Encoding, Cookie");
  headers.delete("Content-Length");
  const shared = Object.fromEntries(headers);
  return {
    status: response.status,
    isCacheable: response.status === 200 && !response.headers.has("Set-Cookie"),
    bytes: gzipped.length + brotli.length + 2 * JSON.stringify(shared).length,
    brotli: encode(brotli, "br", hash, shared),
    gzip: encode(gzipped, "gzip", hash, shared),
  };
}

function encode(
  bytes: Buffer<ArrayBuffer>,
  encoding: string,
  hash: string,
  shared: Record<string, string>,
): FinishedBody {
  const etag = `"${hash}-${encoding}"`;
  const own = { ETag: etag, "Content-Length": String(bytes.length), "Content-Encoding": encoding };
  return { bytes, etag, headers: { ...shared, ...own } };
}

/** Pages compressed on each request: a tenth fewer bytes would not be worth twice the time. */
const personalGzipLevel = 4;

/**
 * Compresses a page sent to one requester, in one piece: through web streams, that takes as long as
 * rendering it. Returns responses other than pages as they are.
 */
export async function compressPage(
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get("Content-Type")?.startsWith("text/html")) return response;
  const plain = await readBytes(response);
  if (plain.length === 0) return response;
  headers.append("Vary", "Accept-Encoding");
  if (!accepts(acceptEncoding ?? "", "gzip")) return new Response(plain, { status, headers });
  const bytes = await compressGzip(plain, { level: personalGzipLevel });
  headers.set("Content-Encoding", "gzip");
  headers.set("Content-Length", String(bytes.length));
  return new Response(bytes, { status, headers });
}

/** Sends a page in an encoding the client accepts, or as a 304. */
export function sendPage(page: FinishedPage, request: PageRequest): Response {
  const { bytes, etag, headers } = chooseBody(page, request.acceptEncoding ?? "");
  const own = { ...headers, "X-Request-Id": request.id };
  if (page.status === 200 && request.ifNoneMatch?.includes(etag)) {
    return new Response(null, { status: 304, headers: withoutBodyHeaders(own) });
  }
  const body = request.method === "HEAD" ? null : bytes;
  return new Response(body, { status: page.status, headers: own });
}

function chooseBody(page: FinishedPage, acceptEncoding: string): FinishedBody {
  if (accepts(acceptEncoding, "br")) return page.brotli;
  if (accepts(acceptEncoding, "gzip")) return page.gzip;
  const bytes = gunzipSync(page.gzip.bytes);
  const etag = page.gzip.etag.replace("-gzip", "");
  const own = { ETag: etag, "Content-Length": String(bytes.length) };
  return { bytes, etag, headers: { ...withoutBodyHeaders(page.gzip.headers), ...own } };
}

function accepts(header: string, encoding: string): boolean {
  const at = header.indexOf(encoding);
  if (at < 0) return false;
  // A client may refuse an encoding: "br;q=0".
  return !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at + encoding.length));
}

function withoutBodyHeaders(headers: Record<string, string>): Record<string, string> {
  const { "Content-Length": _length, "Content-Encoding": _encoding, ...rest } = headers;
  return rest;
}
