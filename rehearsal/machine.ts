import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createSystemdGroups } from "./control-groups.ts";
import { outsideEnvironment } from "./debian.ts";
import { run, start, until } from "./stage.ts";

/** A booted Debian with its own systemd. */
export interface Machine {
  /** Runs a program as root; returns the output, and throws if the program fails. */
  run: (program: string, args?: readonly string[], seconds?: number) => Promise<string>;
  property: (unit: string, name: string) => Promise<string>;
  /** Powers off, and returns the seconds it took. */
  powerOff: () => Promise<number>;
}

export async function boot(tree: string): Promise<Machine> {
  const groups = createSystemdGroups();
  const enter = groups.map((group) => `echo $$ > ${group}/cgroup.procs;`).join(" ");
  const nspawn = [
    ...["systemd-nspawn", `--directory=${tree}`, "--machine=ensaio", "--boot"],
    // The host may not run systemd-machined.
    ...["--register=no", "--keep-unit", "--resolv-conf=off", "--timezone=off", "--console=pipe"],
  ];
  const machine = await start("sh", ["-c", `${enter} exec ${nspawn.join(" ")}`], {});
  const init = await until("systemd is there", async () => {
    if (machine.child.exitCode !== null) throw new Error(machine.output().slice(-1000));
    const { pid } = machine.child;
    return (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim().split(" ")[0];
  });
  const variables = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: "/root", LANG: "C.UTF-8" };
  const env = Object.entries({ ...variables, ...outsideEnvironment() });
  function runOn(program: string, args: readonly string[] = [], seconds = 120): Promise<string> {
    const inside = ["--target", init ?? "", "--all", "--root", "--wd", "--", "env", "-i"];
    const command = [...env.map(([name, value]) => `${name}=${value}`), program, ...args];
    return run("nsenter", [...inside, ...command], { seconds });
  }
  await until("systemd has started everything", async () =>
    /running|degraded/.test(await runOn("sh", ["-c", "systemctl is-system-running || true"], 10)),
  );
  return {
    run: runOn,
    property: async (unit, name) =>
      (await runOn("systemctl", ["show", unit, `--property=${name}`, "--value"])).trim(),
    async powerOff() {
      const began = performance.now();
      const ended = once(machine.child, "exit");
      await runOn("systemctl", ["poweroff"]).catch(() => undefined);
      await ended;
      return (performance.now() - began) / 1000;
    },
  };
}
