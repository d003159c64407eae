import { randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import type { Site } from "./site.ts";

/** A request as the log and the metrics name it. */
export interface WatchedRequest {
  id: string;
  route: string;
  method: string;
  /** On the clock of `performance`. */
  start: number;
}

export interface RequestEnv {
  Variables: { request: WatchedRequest };
}

/** Names a request. Its start is the moment of this call. */
export function beginRequest({ method }: Context["req"], route: string): WatchedRequest {
  return { id: randomUUID().slice(0, 8), route, method, start: performance.now() };
}

/**
 * Logs one line for an answered request, and counts it in the metrics. The line names the route's
 * pattern, never path, query or address: those can hold names, e-mails and tokens.
 */
export function endRequest(
  { log, metrics }: Pick<Site, "log" | "metrics">,
  { id, route, method, start }: WatchedRequest,
  status: number,
): void {
  const ms = performance.now() - start;
  metrics.countRequest({ route, method, status, ms });
  log.info({ id, route, method, status, ms: Math.round(ms) }, "request");
}

/** Begins and ends every request; the response carries its id. */
export function watchRequests(
  site: Pick<Site, "log" | "metrics">,
  nameRoute: (path: string) => Promise<string>,
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const request = beginRequest(c.req, "");
    request.route = await nameRoute(c.req.path);
    c.set("request", request);
    await next();
    c.header("X-Request-Id", request.id);
    endRequest(site, request, c.res.status);
  };
}

export function requestLog(log: Logger, { id, route }: WatchedRequest): Logger {
  return log.child({ id, route });
}
