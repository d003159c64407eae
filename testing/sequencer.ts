import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Browser tests come first. One file that needs the sample ads begins, and the others that need
 * them come last: they would wait while it prepares the ads.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const browser = sorted.filter(({ project }) => project.name === "browser");
    const withSamples = browser.filter(({ moduleId }) =>
      readFileSync(moduleId, "utf8").includes("startDemoSite"),
    );
    const shortest = withSamples.splice(-1);
    const others = browser.filter((file) => !withSamples.includes(file));
    return [...new Set([...shortest, ...others, ...withSamples, ...sorted])];
  }
}
