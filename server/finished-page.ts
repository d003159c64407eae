import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzipSync, gzip } from "node:zlib";

/** A page as it goes over the wire, whoever asks for it. */
export interface FinishedPage {
  status: number;
  /** Whether it may be shown again: a page that was found, and that says nothing to one person. */
  mayBeKept: boolean;
  /** What it weighs in memory, bytes. */
  bytes: number;
  brotli: FinishedBody;
  gzip: FinishedBody;
}

/** A page in one encoding: its bytes and all headers, as pairs in one list. */
interface FinishedBody {
  bytes: Buffer;
  etag: string;
  headers: string[];
}

/** What of a request decides how a finished page is sent. */
export interface Asked {
  method: string;
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/** An answer in the form Node writes fastest. */
export interface Answer {
  status: number;
  headers: string[];
  body: Buffer | null;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Higher costs more time than it saves: a page lives only until the next change of an ad. */
const brotliQuality = 5;

/**
 * Finishes a rendered page: compresses it, gives it an ETag and adds `more` headers. The plain text,
 * which almost nobody asks for, is not kept.
 */
export async function finishPage(
  response: Response,
  more: Record<string, string>,
): Promise<FinishedPage> {
  const plain = Buffer.from(await response.arrayBuffer());
  const [gzipped, brotli] = await Promise.all([
    compressGzip(plain),
    compressBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  ]);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  headers.set("Vary", "Accept-Encoding, Cookie");
  const shared = [...headers].filter(([name]) => name !== "content-length").flat();
  return {
    status: response.status,
    mayBeKept: response.status === 200 && !response.headers.has("Set-Cookie"),
    bytes: gzipped.length + brotli.length + 2 * shared.join("").length,
    brotli: encoded(brotli, "br", hash, shared),
    gzip: encoded(gzipped, "gzip", hash, shared),
  };
}

function encoded(
  bytes: Buffer,
  encoding: string | null,
  hash: string,
  shared: readonly string[],
): FinishedBody {
  const etag = `"${hash}${encoding ? `-${encoding}` : ""}"`;
  const own = ["ETag", etag, "Content-Length", String(bytes.length)];
  if (encoding) own.push("Content-Encoding", encoding);
  return { bytes, etag, headers: [...shared, ...own] };
}

/** The answer to a request for this page: in an encoding it takes, without what it holds already. */
export function answerWith(page: FinishedPage, asked: Asked): Answer {
  const body = chooseBody(page, asked.acceptEncoding ?? "");
  if (page.status === 200 && asked.ifNoneMatch?.includes(body.etag)) {
    return { status: 304, headers: withoutBodyHeaders(body.headers), body: null };
  }
  const bytes = asked.method === "HEAD" ? null : body.bytes;
  return { status: page.status, headers: body.headers, body: bytes };
}

function chooseBody(page: FinishedPage, acceptEncoding: string): FinishedBody {
  if (accepts(acceptEncoding, "br")) return page.brotli;
  if (accepts(acceptEncoding, "gzip")) return page.gzip;
  const { bytes, etag, headers } = page.gzip;
  const shared = withoutBodyHeaders(headers).slice(0, -2);
  return encoded(gunzipSync(bytes), null, etag.slice(1, 23), shared);
}

function accepts(header: string, encoding: string): boolean {
  const at = header.indexOf(encoding);
  if (at < 0) return false;
  // The rare refusal in so many words: "br;q=0".
  return !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(header.slice(at + encoding.length));
}

/** Shared headers and the ETag: {@link encoded} puts what speaks of the body behind them. */
function withoutBodyHeaders(headers: readonly string[]): string[] {
  return headers.slice(0, headers.indexOf("ETag") + 2);
}
