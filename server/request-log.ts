import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";
import type { RequestedPage } from "./public-pages.ts";

/** Shared by a request's log lines, metrics and handlers. */
export interface RequestEnv {
  Variables: {
    requestId: string;
    /** A pattern, never a path. */
    route: string;
    /** Set if the response is the same for every visitor. */
    sharedPage: RequestedPage | null;
  };
}

/**
 * Gives every request an id, logs it once answered, and counts it in the metrics. The line has the
 * route's pattern, never path, query or address: those can hold names, e-mails and tokens.
 */
export function watchRequests(
  { log, metrics }: { log: Logger; metrics: Metrics },
  findSharedPage: (c: Context) => RequestedPage | null,
  nameRoute: (path: string) => Promise<string>,
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const start = performance.now();
    const { method } = c.req;
    const id = randomUUID().slice(0, 8);
    const sharedPage = findSharedPage(c);
    const route = sharedPage?.route ?? (await nameRoute(c.req.path));
    c.set("requestId", id);
    c.set("route", route);
    c.set("sharedPage", sharedPage);
    await next();
    // A shared page already has its id; changing the headers now would copy them all.
    if (!sharedPage || c.error) c.header("X-Request-Id", id);
    const { status } = c.res;
    const ms = performance.now() - start;
    metrics.countRequest({ route, method, status, ms });
    log.info({ id, route, method, status, ms: Math.round(ms) }, "request");
  };
}

export function requestLog(log: Logger, c: Context<RequestEnv>): Logger {
  return log.child({ id: c.get("requestId"), route: c.get("route") });
}
