// npm run bench -- [--only <part>] [--ads <n,…>] [--quick] [--baseline <folder>]: measures with up to a million ads,
// each part replacing its section of docs/benchmarks.md. --only may be repeated; --quick is a short run that writes
// nothing; --baseline compares with another built checkout.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openEnvironment } from "./environment.ts";
import { measureFirstStart } from "./first-start.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { wrkVersion } from "./load.ts";
import { chromiumVersion, describeMachine, loadAverage } from "./machine.ts";
import { measureBytes } from "./page-bytes.ts";
import { measureMemoryAndPages } from "./pages.ts";
import type { Part, Plan } from "./plan.ts";
import { type Section, updateReport } from "./report.ts";
import { measureSearch } from "./search-times.ts";
import { type Table, writeTable } from "./table.ts";

const parts: Record<string, Part> = {
  pages: { title: "Pages under load", ads: "fewest", needs: "wrk", measure: measureMemoryAndPages },
  search: { title: "Search", ads: "all", measure: measureSearch },
  bytes: { title: "Downloads", ads: "fewest", needs: "Chromium", measure: measureBytes },
  lighthouse: { title: "Lighthouse", ads: "none", needs: "Chromium", measure: measureLighthouse },
  "first-start": { title: "First start", ads: "none", measure: measureFirstStart },
};

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    baseline: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    ads: { type: "string" },
  },
});

const unknown = options.only.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`--only must be one of ${Object.keys(parts).join(", ")}.`);
  process.exit(1);
}
const wanted = Object.entries(parts)
  .filter(([name]) => options.only.length === 0 || options.only.includes(name))
  .map(([, part]) => part);

const { quick } = options;
const plan: Plan = {
  seconds: Number(process.env.BENCH_SECONDS ?? (quick ? 1 : 5)),
  rounds: quick ? 1 : 3,
  sizes: options.ads?.split(",").map(Number) ?? (quick ? [1_000] : [1_000, 100_000, 1_000_000]),
  audits: quick ? 1 : 9,
  starts: quick ? 1 : 2,
};

const baseline = options.baseline ? resolve(options.baseline) : null;
if (baseline && !existsSync(join(baseline, "build", "server", "index.js"))) {
  console.error(`${baseline} is not built: run npm run build there, or choose another folder.`);
  process.exit(1);
}

const installed = { Chromium: chromiumVersion() !== null, wrk: wrkVersion() !== null };
const folder = await mkdtemp(join(tmpdir(), "mar-de-minas-bench-"));
const environment = openEnvironment(folder, baseline);
let finished: Promise<void> | undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => finish().finally(() => process.exit(1)));
}
try {
  const machine = describeMachine();
  console.log(`${machine}.`);
  const most = { all: plan.sizes, fewest: plan.sizes.slice(0, 1), none: [] };
  const sizes = Object.entries(most)
    .filter(([ads]) => wanted.some((part) => part.ads === ads))
    .flatMap(([, needed]) => needed);
  const filling = show(await environment.fill([...new Set(sizes)]));
  const sections: Section[] = [];
  for (const part of wanted) {
    if (part.needs && !installed[part.needs]) {
      console.log(`${part.needs} is not installed: skipping "${part.title}".`);
      continue;
    }
    const load = loadAverage();
    const start = performance.now();
    const tables = (await part.measure(environment, plan)).map(show);
    const minutes = (performance.now() - start) / 60_000;
    if (part.ads === "all") tables.unshift(filling);
    sections.push({ title: part.title, machine, load, minutes, plan, tables });
    if (!quick) await updateReport(sections);
  }
} finally {
  await finish();
}

function show(table: Table): Table {
  console.log(`\n${writeTable(table)}`);
  return table;
}

/** Finishes once, even if a signal arrives meanwhile. */
function finish(): Promise<void> {
  finished ??= environment.close().then(() => rm(folder, { recursive: true, force: true }));
  return finished;
}
