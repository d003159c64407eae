import type { Logger } from "pino";
import { isDatabaseUnavailable } from "../db/client.server.ts";
import { DiskFull } from "./disk/free-space.server.ts";

export const retryAfterSeconds = 5;

/** Returns 503 while the database is away or the disk is full, else 500. Outages log one line without a stack trace. */
export function logFailure(log: Logger, error: unknown, message: string): 500 | 503 {
  if (isDatabaseUnavailable(error)) {
    log.warn({ reason: innermostMessage(error) }, "database unavailable");
    return 503;
  }
  if (error instanceof DiskFull) {
    log.warn("disk full: file not written");
    return 503;
  }
  log.error({ err: error }, message);
  return 500;
}

/** The outer errors repeat the statement with its values. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? innermostMessage(error.cause) : error.message;
}
