import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Logger } from "pino";
import { logSecurity } from "../app/platform/web/watch/security-log.server.ts";
import type { Site } from "./create-site.ts";

export interface WatchedRequest {
  id: string;
  route: string;
  method: string;
  /** Id of the account, once its session is known. */
  uid?: string;
  /** Start on the clock of `performance`. */
  start: number;
}

export interface RequestEnv {
  Bindings: Partial<HttpBindings> | undefined;
  Variables: { request: WatchedRequest };
}

export function beginRequest({ method }: Context["req"], route: string): WatchedRequest {
  return { id: randomUUID().slice(0, 8), route, method, start: performance.now() };
}

/** The route's pattern alone: paths, queries and addresses can contain personal data. */
export function endRequest(
  { log, metrics }: Pick<Site, "log" | "metrics">,
  { id, route, method, start }: WatchedRequest,
  status: number,
): void {
  const ms = performance.now() - start;
  metrics.countRequest({ route, method, status, ms });
  log.info({ id, route, method, status, ms: Math.round(ms) }, "request");
}

/** The response carries the request's id. */
export function watchRequests(
  site: Pick<Site, "log" | "metrics" | "routeTable">,
  nameRoute: (path: string) => Promise<string>,
): MiddlewareHandler<RequestEnv> {
  return async (c, next) => {
    const request = beginRequest(c.req, "");
    request.route = await nameRoute(c.req.path);
    c.set("request", request);
    await next();
    c.res.headers.set("X-Request-Id", request.id);
    const status = hasLeft(c) ? clientLeft : c.res.status;
    endRequest(site, request, status);
    const { id, route, method, uid } = request;
    if (isRefusal(status, site.routeTable.guardedPatterns.has(route))) {
      logSecurity(site.log, "access-refused", { id, route, method, status, uid });
    }
  };
}

/** As other servers count requests whose client has left; nobody receives it. */
const clientLeft = 499;

/** True if the connection ended before the body, as when a page is closed. Tests call the app without one. */
function hasLeft(c: Context<RequestEnv>): boolean {
  const { destroyed = false, complete = true } = c.env?.incoming ?? {};
  return destroyed && !complete;
}

/** Guarded pages answer 404, as if they didn't exist. */
function isRefusal(status: number, isGuarded: boolean): boolean {
  return status === 401 || status === 403 || (status === 404 && isGuarded);
}

export function requestLog(log: Logger, { id, route, uid }: WatchedRequest): Logger {
  return log.child(uid ? { id, route, uid } : { id, route });
}
