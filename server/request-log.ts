import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { type DestinationStream, type Logger, symbols } from "pino";
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

/** What the line of an answered request tells. None of it comes from the client as it is. */
interface RequestLine {
  id: string;
  route: string;
  method: string;
  status: number;
  ms: number;
}

/**
 * Writes the same line as {@link watchRequests}, for pages that are kept: by pino's own way it
 * costs more than all else of such an answer.
 */
export function createLineWriter(log: Logger): (line: RequestLine) => void {
  const stream = Reflect.get(log, symbols.streamSym) as DestinationStream;
  const { pid } = process;
  return ({ id, route, method, status, ms }) => {
    if (!log.isLevelEnabled("info")) return;
    stream.write(
      `{"level":30,"time":${Date.now()},"pid":${pid},"id":"${id}","route":"${route}","method":"${method}","status":${status},"ms":${Math.round(ms)},"msg":"request"}\n`,
    );
  };
}
