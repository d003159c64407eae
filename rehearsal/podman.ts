import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { groupName } from "./control-groups.ts";
import { Impossible, run } from "./stage.ts";

/** Runs podman with storage of its own; gives what it printed. */
export type Podman = (words: readonly string[], seconds?: number) => Promise<string>;

/**
 * Prepares podman below a folder. It uses runc, which also works where the control groups are of the
 * first version, and takes no more of the machine's limits than this process has.
 */
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
  // Podman takes no longer path than 50 characters for the latter.
  const storage = ["--root", join(home, "storage"), "--runroot", "/run/podman-ensaio"];
  // Health is asked for here; there may be no systemd whose timers do.
  const env = { CONTAINERS_CONF: settings, TMPDIR: home, DISABLE_HC_SYSTEMD: "true" };
  return ([command = "", ...words], seconds = 120) => {
    const group = command === "run" ? [`--cgroup-parent=/${groupName}`] : [];
    return run("podman", [...storage, command, ...group, ...words], { env, seconds });
  };
}

/** Ends this step as impossible when the kernel runs no container. */
export async function requireContainers(podman: Podman, image: string): Promise<void> {
  try {
    await podman(["run", "--rm", "--init", "--read-only", image, "true"]);
  } catch (error) {
    throw new Impossible(`the kernel runs no container: ${error}`);
  }
}
