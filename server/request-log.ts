import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Metrics } from "./metrics.ts";

/** What a request's handlers find in their context: a log whose lines carry the request's id. */
export interface LogEnv {
  Variables: { log: Logger };
}

/**
 * Gives every request an id, answered as X-Request-Id, one line in the log when it is answered, and
 * its place in the metrics. The line names the route's pattern and neither path, query nor address:
 * those can hold names, e-mails and tokens.
 */
export function watchRequests(
  log: Logger,
  metrics: Metrics,
  nameRoute: (path: string) => Promise<string>,
): MiddlewareHandler<LogEnv> {
  return async (c, next) => {
    const start = performance.now();
    const { method } = c.req;
    const id = randomUUID().slice(0, 8);
    const route = await nameRoute(c.req.path);
    const requestLog = log.child({ id, route });
    c.set("log", requestLog);
    await next();
    c.header("X-Request-Id", id);
    const ms = performance.now() - start;
    const { status } = c.res;
    metrics.countRequest({ route, method, status, ms });
    requestLog.info({ method, status, ms: Math.round(ms) }, "request");
  };
}
