import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../scripts/prepare.mjs";
import { measureCounting } from "./counting.ts";
import { openEnvironment } from "./environment.ts";
import { describeMachine, loadAverage } from "./machine.ts";
import {
  measureBytes,
  measureMemoryAndPages,
  measurePhotos,
  measureSearch,
  measureStart,
} from "./measures.ts";
import { hasChromium } from "./page-bytes.ts";
import { type Table, writeTable } from "./table.ts";

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    baseline: { type: "string" },
    only: { type: "string" },
  },
});

const parts = ["start", "pages", "counting", "search", "photos", "bytes"] as const;
type Part = (typeof parts)[number];
if (options.only && !parts.some((part) => part === options.only)) {
  console.error(`--only must be one of ${parts.join(", ")}.`);
  process.exit(1);
}

const { quick } = options;
const seconds = Number(process.env.BENCH_SECONDS ?? (quick ? 1 : 5));
const plan = {
  seconds,
  rounds: quick ? 1 : 3,
  sizes: quick ? [1_000] : [1_000, 100_000, 1_000_000],
  photos: quick ? 2 : 10,
  baseline: options.baseline ? resolve(options.baseline) : null,
};

if (plan.baseline && !existsSync(join(plan.baseline, "build", "server", "index.js"))) {
  console.error(
    `${plan.baseline} is not built: run npm run build there, or choose another folder.`,
  );
  process.exit(1);
}

const wanted = (part: Part) => !options.only || options.only === part;

const before = loadAverage();
const start = performance.now();
const tables: Table[] = [];
function report(table: Table): void {
  tables.push(table);
  console.log(`\n${writeTable(table)}`);
}

const folder = await mkdtemp(join(tmpdir(), "mar-de-minas-bench-"));
const environment = openEnvironment(folder, plan.baseline);
let finished: Promise<void> | undefined;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => finish().finally(() => process.exit(1)));
}
let machine = "";
try {
  report(await environment.fill(plan.sizes));
  if (wanted("start")) report(await measureStart(environment, plan));
  if (wanted("pages")) {
    const { pages, memory } = await measureMemoryAndPages(environment, plan);
    report(pages);
    report(memory);
  }
  if (wanted("counting")) report(await measureCounting(environment, plan));
  if (wanted("search")) report(await measureSearch(environment, plan));
  if (wanted("photos")) report(await measurePhotos(plan));
  let chromium: string | null = null;
  if (hasChromium() && wanted("bytes")) {
    const { table, version } = await measureBytes(environment, plan);
    report(table);
    chromium = version;
  } else if (wanted("bytes")) {
    console.log("Chromium is not installed: skipping the size of pages.");
  }
  machine = await describeMachine((await environment.database(plan.sizes[0] ?? 0)).url, chromium);
} finally {
  await finish();
}

const minutes = (performance.now() - start) / 60_000;
const load = `Load average beforehand: ${before.toFixed(1)}.`;
console.log(`${machine}. ${load} ${minutes.toFixed(1)} minutes.`);
if (!quick && !options.only) {
  const today = new Date().toISOString().slice(0, 10);
  const text = [
    "# Benchmarks\n",
    `Written by \`npm run bench\` on ${today}, in one run of ${minutes.toFixed(0)} minutes.`,
    `${machine}. ${load}\n`,
    `Load generator and servers shared one machine. Compared variants took turns, in ${plan.rounds} rounds of`,
    `${seconds} s each; figures are the median of the rounds. Times are in ms.\n`,
    ...tables.map(writeTable),
  ].join("\n");
  await writeFile(join(root, "docs", "benchmarks.md"), text);
}

/** Only once even if a signal arrives meanwhile. */
function finish(): Promise<void> {
  finished ??= environment.close().then(() => rm(folder, { recursive: true, force: true }));
  return finished;
}
