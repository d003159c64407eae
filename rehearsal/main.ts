import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { release, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { projectNode, root } from "../scripts/prepare.mjs";
import { removeGroups } from "./control-groups.ts";
import { installPackages, versionOf } from "./packages.ts";
import { type PartName, partNames, parts } from "./parts.ts";
import { describeStep, type PartReport, type Step, writeReport } from "./report.ts";
import { until } from "./stage.ts";

const { values: options } = parseArgs({ options: { only: { type: "string" } } });
const wanted = partNames.filter((name) => !options.only || options.only.split(",").includes(name));
if (wanted.length === 0) {
  console.error(`--only must be a comma-separated list of ${partNames.join(", ")}.`);
  process.exit(1);
}

/** A part's PID namespace ensures that nothing it started outlives it. */
const namespaces = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

let interrupted = false;
let stop: () => void = () => undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    interrupted = true;
    stop();
  });
}

const reports: PartReport[] = [];
for (const name of wanted) {
  if (!interrupted) reports.push(await rehearse(name));
}
if (interrupted) process.exit(1);

const steps = reports.flatMap((report) => report.steps);
if (!options.only) {
  const packages = [...new Set(wanted.flatMap((name) => parts[name].packages))]
    .map((name) => `${name} ${versionOf(name) ?? "(not installed)"}`)
    .join(", ");
  const machine = `${systemName()}, kernel ${release()}; ${packages}.`;
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, "docs", "rehearsal.md"), writeReport(reports, machine, day));
}
const failed = steps.filter(({ outcome }) => outcome === "failed").length;
const impossible = steps.filter(({ outcome }) => outcome === "impossible").length;
console.log(
  `\n${steps.length - failed - impossible} steps passed, ${failed} failed, ${impossible} could not be done here.`,
);
process.exit(failed > 0 ? 1 : 0);

async function rehearse(name: PartName): Promise<PartReport> {
  const part = parts[name];
  console.log(`\n${part.title}`);
  const began = performance.now();
  const report = (steps: Step[]): PartReport => ({
    title: part.title,
    steps,
    seconds: (performance.now() - began) / 1000,
  });
  const reason = installPackages([
    "util-linux",
    "iproute2",
    ...(part.needsInternet ? ["slirp4netns"] : []),
    ...part.packages,
  ]);
  if (reason)
    return report([printStep({ title: "Install", outcome: "impossible", detail: reason })]);

  const folder = await mkdtemp(join(tmpdir(), `mar-de-minas-ensaio-${name}-`));
  chmodSync(folder, 0o755);
  const file = join(folder, "report.jsonl");
  try {
    const ending = await runIsolated(name, folder, file);
    const steps = readSteps(file);
    if (ending && !steps.some(({ outcome }) => outcome === "failed")) {
      steps.push(printStep({ title: "The part as a whole", outcome: "failed", detail: ending }));
    }
    return report(steps);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the reason for a failure, else null. */
async function runIsolated(name: PartName, folder: string, file: string): Promise<string | null> {
  const part = parts[name];
  const program = [projectNode, join(root, "rehearsal", "run-part.ts"), name, folder, file];
  const child = spawn("unshare", [...namespaces, ...program], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(child, "exit");
  stop = () => child.kill("SIGKILL");
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, part.minutes * 60_000);
  const network = part.needsInternet ? await connectOutside(child.pid ?? 0) : null;
  // Tells the part that its network is ready.
  child.stdin?.end("go\n");
  const [code] = await ended;
  clearTimeout(timer);
  network?.kill();
  // The processes of a killed part take a moment to exit.
  const tryRemoving = () => {
    removeGroups();
    return true;
  };
  await until("its control groups are removed", tryRemoving, 20).catch(console.error);
  if (isLate) return `did not finish within ${part.minutes} minutes`;
  return code === 0 ? null : `ended with ${code}`;
}

/** Connects a process's network namespace to the outside, without touching the host's firewall. */
async function connectOutside(unshare: number) {
  const own = readlinkSync("/proc/self/ns/net");
  await until("the part has its own network namespace", () => {
    return readlinkSync(`/proc/${unshare}/ns/net`) !== own;
  });
  const args = ["--configure", "--mtu=65520", "--disable-host-loopback", "--ready-fd=3"];
  const network = spawn("slirp4netns", [...args, String(unshare), "tap0"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  await Promise.race([
    once(network.stdio[3] as NodeJS.ReadableStream, "data"),
    once(network, "exit"),
  ]);
  return network;
}

function readSteps(file: string): Step[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

function printStep(step: Step): Step {
  console.log(describeStep(step));
  return step;
}

function systemName(): string {
  const name = /^PRETTY_NAME="(.+)"$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  return `${name ?? "Debian"} ${readFileSync("/etc/debian_version", "utf8").trim()}`;
}
