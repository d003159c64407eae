import { anHour } from "../app/platform/web/cache-control.ts";
import { type FinishedPage, finishPage } from "../app/platform/web/pages/finished-page.server.ts";

export const xmlOpening = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Age in ms at which a cached file is renewed. */
export const cachedMs = 60_000;

/** Files cached: if SITE_URL is missing, clients choose the address that they are made for. */
const maxCached = 20;

/** Returns null if there is no such file. */
export type FindFile<Part> = (siteUrl: string, part: Part) => Promise<FinishedPage | null>;

type Lines = ReadableStream<Uint8Array> | string;

/** Makes XML files at most once a minute each: they read many listings, for anyone who asks. */
export function cacheFiles<Part>(
  write: (siteUrl: string, part: Part) => Promise<Lines | null>,
): FindFile<Part> {
  const cached = new Map<string, { file: Promise<FinishedPage | null>; madeAt: number }>();
  return function findFile(siteUrl, part) {
    const key = `${siteUrl} ${part}`;
    const known = cached.get(key);
    if (known && performance.now() - known.madeAt < cachedMs) return known.file;
    const file = write(siteUrl, part).then((lines) => (lines === null ? null : finish(lines)));
    cached.delete(key);
    cached.set(key, { file, madeAt: performance.now() });
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined) cached.delete(oldest);
    file.catch(() => cached.delete(key));
    return file;
  };
}

function finish(lines: Lines): Promise<FinishedPage> {
  return finishPage(new Response(lines), {
    "Content-Type": "application/xml; charset=utf-8",
    "Cache-Control": anHour,
  });
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Leaves out what XML 1.0 forbids even as a reference: one such character hides the whole file from readers. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Encodes lines only as fast as they are consumed. */
export function encodeLines(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
