import { describeVersion } from "../app/panel/version-words.ts";
import { readVersion } from "../app/platform/web/version.server.ts";
import type { CommandResult } from "./context.ts";

export function showVersion(programDir: string): CommandResult {
  const version = readVersion(programDir);
  return { status: 0, text: describeVersion(version), data: version };
}
