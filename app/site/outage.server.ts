import type { Logger } from "pino";
import { isDatabaseAway } from "../db/client.server.ts";

/** Clients may retry a request this many seconds after it was answered 503. */
export const retryAfterSeconds = 5;

/**
 * Logs an error that a request failed with and returns the status to respond with: 503 while the
 * database is away, otherwise 500. An outage fails every request for the same reason, so each gets a
 * single line without a stack trace.
 */
export function logFailure(log: Logger, error: unknown, message: string): 500 | 503 {
  if (isDatabaseAway(error)) {
    log.warn({ reason: innermostMessage(error) }, "database away");
    return 503;
  }
  log.error({ err: error }, message);
  return 500;
}

/** Outer errors only repeat the statement, with the values it was run with. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause ? innermostMessage(error.cause) : error.message;
}
