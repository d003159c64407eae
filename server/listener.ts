import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { answerWith } from "./finished-page.ts";
import { findSharedPage, keyOf } from "./pages.ts";
import { createLineWriter, type LogEnv } from "./request-log.ts";
import type { Site } from "./site.ts";

/**
 * Answers requests of Node's server: a page that the cache holds at once, all else by the app. The
 * way through the app costs more than the rest of such an answer.
 */
export function createListener(
  site: Site,
  app: Hono<LogEnv>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { pageCache, metrics } = site;
  // Reading on after the answer would fetch what a client sends without end.
  const throughApp = getRequestListener(app.fetch, { autoCleanupIncoming: false });
  if (!pageCache) return throughApp;
  const writeLine = createLineWriter(site.log);

  return function answerRequest(request, response) {
    const start = performance.now();
    const { method = "", url = "", headers } = request;
    const page = findSharedPage(site, { method, pathAndQuery: url, cookie: headers.cookie });
    const origin = site.siteUrl ?? plainOrigin(headers);
    const found = page && origin && pageCache.find(keyOf(page, origin, Date.now()));
    if (!found) return throughApp(request, response);
    const {
      status,
      body,
      headers: answered,
    } = answerWith(found, {
      method,
      acceptEncoding: headers["accept-encoding"] as string | undefined,
      ifNoneMatch: headers["if-none-match"],
    });
    const id = randomUUID().slice(0, 8);
    response.writeHead(status, answered.concat("X-Request-Id", id));
    response.end(body);
    const ms = performance.now() - start;
    const { route } = page;
    metrics.countRequest({ route, method, status, ms });
    writeLine({ id, route, method, status, ms });
  };
}

/** The address a request was sent to; null where a proxy may say otherwise, which the app decides. */
function plainOrigin(headers: IncomingHttpHeaders): string | null {
  if (headers["x-forwarded-proto"] || headers["x-forwarded-host"]) return null;
  return `http://${headers.host}`;
}
