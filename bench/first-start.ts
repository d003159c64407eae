import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "../app/platform/db/embedded/postmaster.server.ts";
import { root } from "../scripts/prepare.mjs";
import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import type { Plan } from "./plan.ts";
import type { Table } from "./table.ts";

const mostMs = 10 * 60_000;

/** `npm start` in fresh clones of the latest commit, with the packages in npm's cache. */
export async function measureFirstStart(
  environment: Environment,
  { starts }: Plan,
): Promise<Table[]> {
  const checkouts = environment.baseline
    ? { baseline: environment.baseline, "this checkout": root }
    : { "this checkout": root };
  const times = Object.entries(checkouts).map(([name, folder]) => {
    return { name, folder, first: [] as number[], later: [] as number[] };
  });
  for (let round = 0; round < starts; round++) {
    for (const { name, folder, first, later } of times) {
      const clone = join(environment.folder, `clone-${name.replace(" ", "-")}`);
      const begun = performance.now();
      execFileSync("git", ["clone", "--quiet", folder, clone], { stdio: "ignore" });
      const cloned = performance.now() - begun;
      first.push(cloned + (await timeStart(clone)));
      later.push(await timeStart(clone));
      await rm(clone, { recursive: true, force: true });
    }
  }
  const [old] = times.length > 1 ? times : [];
  return [
    {
      title: "First start",
      note: `From \`git clone\` until the site answers, with its sample ads, and once more on the same data. Medians of ${starts} starts, in seconds.`,
      columns: ["", "first start", "vs. baseline", "later start"],
      rows: times.map(({ name, first, later }) => [
        name,
        median(first) / 1000,
        old ? median(first) / median(old.first) : Number.NaN,
        median(later) / 1000,
      ]),
    },
  ];
}

/** Milliseconds until /healthz answers; the site has stopped when it returns. */
async function timeStart(clone: string): Promise<number> {
  const port = await findFreePort();
  const log = openSync(join(clone, "start.log"), "a");
  const begun = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: clone,
    stdio: ["ignore", log, log],
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1" },
    detached: true,
  });
  const ended = once(child, "exit");
  try {
    while (!(await isServed(`http://127.0.0.1:${port}/healthz`))) {
      if (child.exitCode !== null || performance.now() - begun > mostMs) {
        throw new Error(`npm start failed; see start.log in ${clone}`);
      }
      await pause(20);
    }
    return performance.now() - begun;
  } finally {
    const group = -(child.pid ?? 0);
    if (child.exitCode === null) process.kill(group, "SIGTERM");
    await ended;
    // npm ends before the site has stopped.
    while (isAlive(group)) await pause(20);
  }
}

function isAlive(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

async function isServed(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}
