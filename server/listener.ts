import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { answerWith } from "./finished-page.ts";
import { findSharedPage, keyOf, type PageEnv } from "./pages.ts";
import type { Site } from "./site.ts";

/**
 * Answers requests of Node's server: a page that the cache holds at once, all else by the app. The
 * way through the app costs more than the rest of such an answer.
 */
export function createListener(
  site: Site,
  app: Hono<PageEnv>,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { pageCache, log } = site;
  const throughApp = getRequestListener(app.fetch);
  if (!pageCache) return throughApp;

  return function answerRequest(request, response) {
    const { method = "", url = "", headers } = request;
    const page = findSharedPage(site, { method, pathAndQuery: url, cookie: headers.cookie });
    const origin = site.siteUrl ?? `http://${headers.host}`;
    const found = page && pageCache.find(keyOf(page, origin, Date.now()));
    if (!found) return throughApp(request, response);
    const answer = answerWith(found, {
      method,
      acceptEncoding: headers["accept-encoding"] as string | undefined,
      ifNoneMatch: headers["if-none-match"],
    });
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
    log.info(
      { id: randomUUID().slice(0, 8), method, path: page.address, status: answer.status, ms: 0 },
      "request",
    );
  };
}
