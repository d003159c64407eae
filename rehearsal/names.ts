import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./stage.ts";

/** The .test domain is reserved (RFC 2606). */
export const domain = "mardeminas.test";

/** Replaces /etc/hosts for this part. */
export async function nameHosts(folder: string, hosts: Record<string, string>): Promise<void> {
  const file = join(folder, "hosts");
  const lines = Object.entries({ localhost: "127.0.0.1", ...hosts });
  await writeFile(file, lines.map(([name, address]) => `${address} ${name}\n`).join(""));
  await run("mount", ["--bind", file, "/etc/hosts"]);
}
