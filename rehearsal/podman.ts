import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { groupName } from "./control-groups.ts";
import { Impossible, run } from "./stage.ts";

export type Podman = (args: readonly string[], seconds?: number) => Promise<string>;

/** Uses runc, which also supports cgroups v1, and limits that an unprivileged host allows. */
export async function openPodman(folder: string): Promise<Podman> {
  const home = join(folder, "podman");
  await mkdir(join(home, "networks"), { recursive: true });
  const settings = join(home, "containers.conf");
  await writeFile(
    settings,
    `[containers]
default_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_config_dir = "${join(home, "networks")}"
`,
  );
  // Podman limits the length of runroot to 50 characters.
  const storage = ["--root", join(home, "storage"), "--runroot", "/run/podman-ensaio"];
  // The rehearsal runs health checks itself: there may be no systemd for podman's timers.
  const env = { CONTAINERS_CONF: settings, TMPDIR: home, DISABLE_HC_SYSTEMD: "true" };
  return ([command = "", ...args], seconds = 120) => {
    const group = command === "run" ? [`--cgroup-parent=/${groupName}`] : [];
    return run("podman", [...storage, command, ...group, ...args], { env, seconds });
  };
}

/** Throws {@link Impossible} if the kernel can't run containers. */
export async function requireContainers(podman: Podman, image: string): Promise<void> {
  try {
    await podman(["run", "--rm", "--init", "--read-only", image, "true"]);
  } catch (error) {
    throw new Impossible(`the kernel can't run containers: ${error}`);
  }
}
