import { existsSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";

/** The group that everything with control groups of its own goes below, in every hierarchy. */
export const groupName = "mar-de-minas-ensaio";

/** The hierarchies of control groups: one of version 2, or several of version 1. */
function hierarchies(): string[] {
  const mounted = "/sys/fs/cgroup";
  const all = readdirSync(mounted).map((name) => join(mounted, name));
  return [mounted, ...all].filter((path) => existsSync(join(path, "cgroup.procs")));
}

/** Makes the group in the hierarchies that systemd manages; gives their paths. */
export function makeSystemdGroups(): string[] {
  const managed = hierarchies().filter((path) => /cgroup$|\/(systemd|unified)$/.test(path));
  return managed.map((path) => {
    const group = join(path, groupName);
    mkdirSync(group, { recursive: true });
    return group;
  });
}

/** Removes the group with all that is left below it; throws while something still runs in it. */
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
