import { existsSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";

export const groupName = "mar-de-minas-ensaio";

/** One hierarchy with cgroups v2, several with v1. */
function hierarchies(): string[] {
  const mounted = "/sys/fs/cgroup";
  const all = readdirSync(mounted).map((name) => join(mounted, name));
  return [mounted, ...all].filter((path) => existsSync(join(path, "cgroup.procs")));
}

/** Creates groups in the hierarchies that systemd manages; returns their paths. */
export function createSystemdGroups(): string[] {
  const managed = hierarchies().filter((path) => /cgroup$|\/(systemd|unified)$/.test(path));
  return managed.map((path) => {
    const group = join(path, groupName);
    mkdirSync(group, { recursive: true });
    return group;
  });
}

/** Throws while a process still runs in them. */
export function removeGroups(): void {
  for (const hierarchy of hierarchies()) removeGroup(join(hierarchy, groupName));
}

function removeGroup(group: string): void {
  if (!existsSync(group)) return;
  for (const entry of readdirSync(group, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroup(join(group, entry.name));
  }
  rmdirSync(group);
}
