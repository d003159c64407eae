import type { Logger } from "pino";
import { summarizeError } from "./logger.ts";

/** Another process of the site has already explained it. */
export class FailureReported extends Error {}

/** Prints one sentence for the person starting the site. */
export async function reportStartFailure(error: unknown): Promise<void> {
  if (error instanceof FailureReported) return;
  // Imported on demand: a process that only supervises others does without the database's modules.
  const { explainFailure } = await import("./explain-failure.ts");
  console.error(explainFailure(error) ?? `O site não iniciou. ${summarizeError(error)}`);
}

/** Keeps a closed stdout or stderr from ending the process before it has cleaned up. */
export function ignoreClosedPipes(): void {
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}

/** Node itself would print the error with all its properties, such as a query's values. */
export function endAfterCrash(log: Logger): void {
  process.once("uncaughtException", (error) => {
    log.fatal({ err: error }, "ended by an error that nobody caught");
    process.exit(1);
  });
}
