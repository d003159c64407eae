import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule } from "vitest/node";

const maxMessageLength = 300;

/** Sums up failed tests in the last lines, since their errors may fill many screens. */
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
  const failures = suites.map(({ fullName }) => `${file} > ${fullName}`);
  for (const failed of module.children.allTests("failed")) {
    failures.push(`${file} > ${failed.fullName}`, `   ${describeError(failed)}`);
  }
  return module.errors().length > 0 ? [file, ...failures] : failures;
}

/** Where the test failed, and how the error's message begins. */
function describeError(failed: TestCase): string {
  const [error] = failed.result().errors ?? [];
  const frame = error?.stacks?.find(({ file }) => file === failed.module.moduleId);
  const message = stripVTControlCharacters(error?.message ?? "").slice(0, maxMessageLength);
  return `${frame ? `line ${frame.line}: ` : ""}${message.replaceAll("\n", " ")}`;
}
