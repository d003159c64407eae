import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Version } from "./site.server.ts";

/** Reads what vite.config.ts wrote beside the build. */
export function readVersion(programDir: string): Version {
  const built = join(programDir, "build", "server", "version.json");
  if (existsSync(built)) {
    const { number, builtAt } = JSON.parse(readFileSync(built, "utf8"));
    return { number, builtAt: new Date(builtAt) };
  }
  const { version } = JSON.parse(readFileSync(join(programDir, "package.json"), "utf8"));
  return { number: version, builtAt: null };
}
