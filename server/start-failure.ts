import { destination } from "pino";
import { isStartRefusal } from "../app/db/start-refusal.server.ts";
import { createLog } from "./log.ts";

/** Another process of the site has said why. */
export class FailureReported extends Error {}

/** Prints a sentence for whoever started the site; unforeseen errors also go to the log. */
export function reportStartFailure(error: unknown): void {
  if (error instanceof FailureReported) return;
  if (isStartRefusal(error)) {
    console.error(error.message);
    return;
  }
  console.error("O site não iniciou.");
  createLog("fatal", destination({ dest: 2, sync: true })).fatal({ err: error }, "not started");
}

/** Standard streams whose reader has gone must not end the process before it has cleaned up. */
export function outliveReaders(): void {
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}
