import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Browser tests come first: the short files of the server fill the workers evenly at the end. */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const browser = sorted.filter(({ project }) => project.name === "browser");
    return [...new Set([...browser, ...sorted])];
  }
}
