import type { Reporter, TestModule } from "vitest/node";

/** Names the failed tests in the last lines, since their errors may fill many screens. */
export class FailedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const failures = modules.flatMap(listFailures);
    if (unhandledErrors.length > 0) failures.push(`${unhandledErrors.length} unhandled errors`);
    if (failures.length > 0) console.log(["", "Failed:", ...failures, ""].join("\n"));
  }
}

/** A file or a suite fails by itself if it can't be loaded, or in a hook. */
function listFailures(module: TestModule): string[] {
  const file = module.relativeModuleId;
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const named = [...suites, ...module.children.allTests("failed")];
  const failures = named.map(({ fullName }) => `${file} > ${fullName}`);
  return module.errors().length > 0 ? [file, ...failures] : failures;
}
