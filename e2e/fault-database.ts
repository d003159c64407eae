import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The processes of the embedded PostgreSQL below a data folder: the postmaster, then its children. */
export async function listDatabaseProcesses(dataDir: string): Promise<number[]> {
  const file = await readFile(join(dataDir, "banco", "postmaster.pid"), "utf8");
  const postmaster = Number(file.split("\n")[0]);
  const children: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    // The program's name, in brackets, may hold anything; the parent is the second field after it.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (parent === postmaster) children.push(Number(name));
  }
  return [postmaster, ...children];
}

/** Sends a signal to each of these processes that still is there. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
