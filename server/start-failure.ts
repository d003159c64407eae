import { destination } from "pino";
import { isStartRefusal } from "../app/db/start-refusal.server.ts";
import { createLog } from "./log.ts";

/** Another process of the site has already explained it. */
export class FailureReported extends Error {}

/** Prints a sentence for the person starting the site; logs unforeseen errors too. */
export function reportStartFailure(error: unknown): void {
  if (error instanceof FailureReported) return;
  if (isStartRefusal(error)) {
    console.error(error.message);
    return;
  }
  console.error("O site não iniciou.");
  createLog("fatal", destination({ dest: 2, sync: true })).fatal({ err: error }, "not started");
}

/** Keeps a closed stdout or stderr from ending the process before it has cleaned up. */
export function ignoreClosedPipes(): void {
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}
