import type { Version } from "../platform/web/site.server.ts";
import { formatInstant } from "./when.ts";

/** Writes "Mar de Minas 1.0.0, construído em 26/11/2026 14:10". */
export function describeVersion({ number, builtAt }: Version): string {
  const built = builtAt ? `, construído em ${formatInstant(builtAt)}` : ", em desenvolvimento";
  return `Mar de Minas ${number}${built}`;
}
