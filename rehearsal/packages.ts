import { spawnSync } from "node:child_process";

const apt = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };

/** Returns apt's error message if that fails, else null. */
export function installPackages(names: readonly string[]): string | null {
  const missing = names.filter((name) => versionOf(name) === null);
  if (missing.length === 0) return null;
  console.log(`  installing ${missing.join(", ")}`);
  const args = ["install", "--yes", "--no-install-recommends", ...missing];
  const installed = spawnSync("apt-get", args, { ...apt, encoding: "utf8", timeout: 600_000 });
  if (installed.status === 0) return null;
  return installed.stderr.trim().split("\n").at(-1) ?? "apt-get timed out";
}

/** Null if the package isn't installed. */
export function versionOf(name: string): string | null {
  const { stdout } = spawnSync("dpkg-query", ["--status", name], { encoding: "utf8" });
  if (!/^Status: .* installed$/m.test(stdout ?? "")) return null;
  return /^Version: (.+)$/m.exec(stdout)?.[1] ?? null;
}
