import { once } from "node:events";
import { chmod, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { partNames, parts } from "./parts.ts";
import { openStage, run } from "./stage.ts";

/**
 * Memory in GB that must be available for a part's files to go to a tmpfs, and the tmpfs's size.
 */
const [neededMemory, tmpfsSize] = [12, 7];

const [name, folder = "", reportFile = ""] = process.argv.slice(2);
const found = partNames.find((known) => known === name);
if (!found) throw new Error(`There is no part ${name}.`);
const part = parts[found];

await once(process.stdin.resume(), "end");
await run("ip", ["link", "set", "lo", "up"]);
await run("mount", ["-t", "tmpfs", "-o", "mode=0755", "tmpfs", "/run"]);
const work = join(folder, "work");
await mkdir(work);
await chmod(work, 0o755);
// dpkg and npm sync every file, which takes many minutes on a disk.
if (part.writesTrees && (await freeMemory()) > neededMemory) {
  await run("mount", ["-t", "tmpfs", "-o", `mode=0755,size=${tmpfsSize}g`, "tmpfs", work]);
}
await part.run(openStage(work, reportFile)).then(
  () => process.exit(0),
  (error) => {
    // A failed step has already been reported.
    console.error(error instanceof Error ? error.stack : error);
    process.exit(1);
  },
);

async function freeMemory(): Promise<number> {
  const kilobytes = /^MemAvailable: +(\d+)/m.exec(await readFile("/proc/meminfo", "utf8"))?.[1];
  return Number(kilobytes) / 1_000_000;
}
