import type { Reporter, TestModule } from "vitest/node";

const shown = 20;

interface Timed {
  name: string;
  project: string;
  ms: number;
}

/** Prints the time of each project, and the files and tests that took longest: all with SLOWEST=all. */
export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(timeOf);
    if (files.length < 2) return;
    const tests = modules.flatMap(timesOfTests);
    console.log(
      [
        "",
        "Time per project, in seconds of its workers:",
        ...sumUp(files),
        ...list("Slowest files:", files),
        ...list("Slowest tests:", tests),
        "",
      ].join("\n"),
    );
  }
}

/** The time of a file includes its imports and hooks. */
function timeOf(module: TestModule): Timed {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  const ms = collectDuration + setupDuration + duration;
  return { name: module.relativeModuleId, project: module.project.name, ms };
}

function timesOfTests(module: TestModule): Timed[] {
  return [...module.children.allTests()].map((test) => ({
    name: `${module.relativeModuleId} > ${test.fullName}`,
    project: module.project.name,
    ms: test.diagnostic()?.duration ?? 0,
  }));
}

function sumUp(files: readonly Timed[]): string[] {
  const projects = Map.groupBy(files, ({ project }) => project);
  return [...projects].map(([project, own]) => {
    const ms = own.reduce((sum, file) => sum + file.ms, 0);
    return row({ name: `${project}, ${own.length} files`, ms });
  });
}

function list(title: string, timed: readonly Timed[]): string[] {
  const sorted = timed.toSorted((one, other) => other.ms - one.ms);
  const listed = process.env.SLOWEST === "all" ? sorted : sorted.slice(0, shown);
  return ["", title, ...listed.map(row)];
}

function row({ name, ms }: Pick<Timed, "name" | "ms">): string {
  return `${(ms / 1000).toFixed(1).padStart(7)}  ${name}`;
}
