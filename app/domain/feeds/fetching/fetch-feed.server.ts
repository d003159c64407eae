import { once } from "node:events";
import http, {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import https from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip as gunzipBytes } from "node:zlib";
import { maxValidatorLengths } from "../../../platform/db/calendar-schema.ts";
import { type AllowedHosts, feedPorts, hostAndPort, parseFeedAddress } from "../feed-address.ts";
import { type FeedProblem, type FeedRefusal, refuseFeed } from "../feed-problems.ts";
import { createPublicAgents, isDeniedLiteral, unfilteredAgents } from "./feed-agents.server.ts";

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type FetchedFeed =
  | { ok: true; isModified: true; bytes: Uint8Array; validators: Validators }
  | { ok: true; isModified: false };

export interface FetchRefusal extends FeedRefusal {
  retryAfterMs: number | null;
}

export const fetchLimits = {
  /** Failing to connect always takes this long, so that nobody can scan our network by timing. */
  connectMs: 5_000,
  headersMs: 10_000,
  /** Includes redirects. */
  totalMs: 20_000,
  /** Counted after decompression. */
  maxBytes: 5_000_000,
  maxRedirects: 5,
  ports: feedPorts,
};

export type FetchLimits = typeof fetchLimits;

export interface FetchOptions {
  allowedHosts: AllowedHosts;
  userAgent: string;
  validators?: Validators | null;
  /** On abort, throws the signal's reason. */
  signal?: AbortSignal;
  limits: FetchLimits;
  agents?: ReturnType<typeof createPublicAgents>;
}

const gunzip = promisify(gunzipBytes);
const publicAgents = createPublicAgents();
const maxRetryMs = 7 * 24 * 3_600_000;

class Refused extends Error {
  readonly reason: FeedProblem;
  readonly retryAfterMs: number | null;

  constructor(reason: FeedProblem, retryAfterMs: number | null = null) {
    super(reason);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Fetches from public hosts only, checking every redirect. Ignores Content-Type. */
export async function fetchFeed(
  address: string,
  options: FetchOptions,
): Promise<FetchedFeed | FetchRefusal> {
  const { limits, signal } = options;
  const total = AbortSignal.timeout(limits.totalMs);
  const ending = signal ? AbortSignal.any([signal, total]) : total;
  try {
    return await follow(address, { ...options, signal: ending });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof Refused) {
      return { ...refuseFeed(error.reason), retryAfterMs: error.retryAfterMs };
    }
    // The other side is at fault: the connection broke, or the body isn't gzip.
    return { ...refuseFeed(total.aborted ? "tooSlow" : "refused"), retryAfterMs: null };
  }
}

type Hop = FetchOptions & { signal: AbortSignal };

async function follow(address: string, hop: Hop): Promise<FetchedFeed> {
  const { limits, allowedHosts, validators } = hop;
  const isConditional = Boolean(validators?.etag || validators?.lastModified);
  let url = parseFeedAddress(address, allowedHosts, limits.ports);
  for (let redirects = 0; redirects <= limits.maxRedirects; redirects++) {
    if (!url) throw new Refused("notAllowed");
    const response = await request(url, hop);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) {
      return { ok: true, isModified: true, ...(await readCopy(response, hop)) };
    }
    response.destroy();
    if (statusCode === 304 && isConditional) return { ok: true, isModified: false };
    if (![301, 302, 303, 307, 308].includes(statusCode)) throw refusalOf(statusCode, headers);
    url = nextHop(url, headers.location, hop);
  }
  throw new Refused("refused");
}

function nextHop(from: URL, location: string | undefined, { allowedHosts, limits }: Hop) {
  if (!location || !URL.canParse(location, from)) throw new Refused("refused");
  const to = parseFeedAddress(new URL(location, from).href, allowedHosts, limits.ports);
  return from.protocol === "https:" && to?.protocol === "http:" ? null : to;
}

function refusalOf(status: number, headers: IncomingHttpHeaders): Refused {
  if (status === 404 || status === 410) return new Refused("notFound");
  if (status > 200 && status < 300) return new Refused("notCalendar");
  return new Refused("refused", parseRetryAfter(headers["retry-after"]));
}

async function request(url: URL, hop: Hop): Promise<IncomingMessage> {
  const { limits, signal } = hop;
  const begun = performance.now();
  const sent = await connect(url, hop).catch(async () => {
    const left = limits.connectMs - (performance.now() - begun);
    await delay(Math.max(left, 0), undefined, { signal });
    throw new Refused("notFound");
  });
  const slow = AbortSignal.timeout(limits.headersMs);
  try {
    sent.end();
    const [response] = await once(sent, "response", { signal: AbortSignal.any([signal, slow]) });
    return response;
  } catch (error) {
    sent.destroy();
    throw slow.aborted ? new Refused("tooSlow") : error;
  }
}

/** Resolves once the connection is open, TLS included, before the request is sent. */
async function connect(url: URL, hop: Hop): Promise<ClientRequest> {
  const { validators, limits, signal, agents = publicAgents } = hop;
  const isAllowed = hop.allowedHosts.includes(hostAndPort(url));
  if (!isAllowed && isDeniedLiteral(url)) throw new Error(`${url.hostname} may not be fetched`);
  const { http: plain, https: secure } = isAllowed ? unfilteredAgents : agents;
  const isSecure = url.protocol === "https:";
  const sent = (isSecure ? https : http).request(url, {
    agent: isSecure ? secure : plain,
    signal,
    headers: {
      Accept: "text/calendar, */*;q=0.1",
      "Accept-Encoding": "gzip",
      "User-Agent": hop.userAgent,
      ...(validators?.etag && { "If-None-Match": validators.etag }),
      ...(validators?.lastModified && { "If-Modified-Since": validators.lastModified }),
    },
  });
  // Without a listener, a later failure would end the process.
  sent.on("error", () => undefined);
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs)]);
  try {
    const [socket] = await once(sent, "socket", { signal: inTime });
    await once(socket, isSecure ? "secureConnect" : "connect", { signal: inTime });
  } catch (error) {
    sent.destroy();
    throw error;
  }
  return sent;
}

async function readCopy(response: IncomingMessage, { limits, signal }: Hop) {
  const { etag, "last-modified": lastModified } = response.headers;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > limits.maxBytes) throw new Refused("tooLarge");
    chunks.push(chunk);
  }
  // Without Content-Length, a torn connection ends the body without an error.
  signal.throwIfAborted();
  const validators = {
    etag: withinLimit(etag, maxValidatorLengths.etag),
    lastModified: withinLimit(lastModified, maxValidatorLengths.lastModified),
  };
  return { bytes: await decompressed(Buffer.concat(chunks), limits.maxBytes), validators };
}

/** Content-Encoding isn't asked: some sites name a character set there, or nothing. */
async function decompressed(bytes: Buffer, maxOutputLength: number): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return gunzip(bytes, { maxOutputLength }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ERR_BUFFER_TOO_LARGE" ? new Refused("tooLarge") : error;
  });
}

/** Drops a validator that is too long to store: the whole copy is then fetched each time. */
function withinLimit(validator: string | undefined, limit: number): string | null {
  return validator !== undefined && validator.length <= limit ? validator : null;
}

function parseRetryAfter(value: string | undefined): number | null {
  if (!value) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryMs);
}
