import { readdir, readFile, readlink } from "node:fs/promises";
import { join, sep } from "node:path";
import { expect } from "vitest";

/** Pids of the embedded PostgreSQL in a data folder: the postmaster, then its children. */
export async function listDatabaseProcesses(dataDir: string): Promise<number[]> {
  const file = await readFile(join(dataDir, "banco", "postmaster.pid"), "utf8");
  const postmaster = Number(file.split("\n")[0]);
  const children: number[] = [];
  for (const pid of await listProcesses()) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // The program name in parentheses may contain spaces; the parent is the second field after it.
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    if (parent === postmaster) children.push(pid);
  }
  return [postmaster, ...children];
}

/**
 * Stops all of a database's processes; returns a function that continues them. Stops the postmaster
 * first, since a connection opened while they are listed has a process that is not in the list.
 */
export async function hangDatabase(dataDir: string): Promise<() => void> {
  const stopped = new Set<number>();
  for (;;) {
    const running = (await listDatabaseProcesses(dataDir)).filter((pid) => !stopped.has(pid));
    if (running.length === 0) return () => signalAll([...stopped], "SIGCONT");
    signalAll(running, "SIGSTOP");
    for (const pid of running) stopped.add(pid);
  }
}

/** Command lines of processes that run in a folder, or got it as argument or DATA_DIR. */
export async function listProcessesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await listProcesses()) {
    if (pid === process.pid) continue;
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => "");
    const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    const environment = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    const isOfFolder =
      `${cwd}${sep}`.startsWith(folder + sep) ||
      commandLine.includes(folder) ||
      environment.split("\0").includes(`DATA_DIR=${folder}`);
    if (!isOfFolder) continue;
    found.push(`${pid} ${commandLine.replaceAll("\0", " ").trim()}`);
  }
  return found;
}

/** The system may need a moment to remove processes that have ended. */
export async function expectNoProcesses(folder: string): Promise<void> {
  await expect.poll(() => listProcessesOf(folder), { message: folder }).toEqual([]);
}

async function listProcesses(): Promise<number[]> {
  return (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
}

/** Ignores processes that have exited. */
export function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
