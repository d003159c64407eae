import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";
import type { Plan } from "./plan.ts";
import { type Table, writeTable } from "./table.ts";

/** The results of one part. */
export interface Section {
  title: string;
  machine: string;
  /** Load average beforehand. */
  load: number;
  minutes: number;
  plan: Plan;
  tables: Table[];
}

const file = join(root, "docs", "benchmarks.md");

export async function updateReport(sections: Section[]): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  await writeFile(file, replaceSections(await readFile(file, "utf8"), sections, today));
}

/** Keeps sections that weren't measured, as they are; new ones are appended. */
function replaceSections(report: string, sections: Section[], day: string): string {
  const [head = "", ...old] = report.split(/^(?=## )/m);
  const texts = new Map(old.map((text) => [titleOf(text), text]));
  for (const section of sections) texts.set(section.title, writeSection(section, day));
  return [head, ...texts.values()]
    .map((text) => text.trim())
    .join("\n\n")
    .concat("\n");
}

function titleOf(text: string): string {
  return text.slice("## ".length).split("\n", 1)[0] ?? "";
}

function writeSection({ title, machine, load, minutes, plan, tables }: Section, day: string) {
  return [
    `## ${title}`,
    "",
    `Measured on ${day} in ${minutes.toFixed(1)} minutes, rounds: ${plan.rounds}, seconds of load: ${plan.seconds}.`,
    `${machine}. Load average beforehand: ${load.toFixed(1)}.`,
    "",
    ...tables.map(writeTable),
  ].join("\n");
}
