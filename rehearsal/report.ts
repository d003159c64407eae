export interface Step {
  title: string;
  /** "impossible": this machine can't run the step. */
  outcome: "passed" | "failed" | "impossible";
  /** A measurement, or the reason for not passing. */
  detail: string;
}

export interface PartReport {
  title: string;
  steps: Step[];
  seconds: number;
}

const marks = { passed: "✓", failed: "✗", impossible: "○" } as const;

export function describeStep({ title, outcome, detail }: Step): string {
  return `  ${marks[outcome]} ${title}${detail ? `: ${detail}` : ""}`;
}

export function writeReport(parts: readonly PartReport[], machine: string, day: string): string {
  const all = parts.flatMap(({ steps }) => steps);
  const count = (outcome: Step["outcome"]) => all.filter((step) => step.outcome === outcome).length;
  const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
  return [
    "# Rehearsal\n",
    `Written by \`npm run rehearse\` on ${day}: ${count("passed")} steps passed (✓), ${count("failed")} failed (✗),`,
    `${count("impossible")} could not be done on this machine (○). ${machine}\n`,
    ...parts.flatMap(({ title, steps, seconds }) => [
      `## ${title}\n`,
      "| | step | measured |",
      "|---|---|---|",
      ...steps.map(
        ({ outcome, title, detail }) => `| ${marks[outcome]} | ${cell(title)} | ${cell(detail)} |`,
      ),
      `\n${seconds.toFixed(0)} s.\n`,
    ]),
  ].join("\n");
}
