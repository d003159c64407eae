import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { findChromium } from "../../scripts/browsers.mjs";
import { engines } from "./all-engines.ts";
import { launchChromium } from "./chromium.ts";
import type { Engine, Tab } from "./engine.ts";

type Tests = (openTab: () => Promise<Tab>) => void;

/** `npm run reliability` says which engines are missing, and fails in CI. */
export function describeInEngines(
  names: readonly (typeof engines)[number]["name"][],
  tests: Tests,
): void {
  for (const { name, find, launch } of engines.filter((one) => names.includes(one.name))) {
    describe.skipIf(find() === null)(name, () => runIn(() => launch(), tests));
  }
}

/** In Chromium set to a default font size, in px, which media queries heed, too; 21 is 130 %. */
export function describeInLargeText(tests: Tests, size = 21): void {
  describe.skipIf(findChromium() === null)(`text of ${size} px`, () =>
    runIn(() => launchChromium("light", [`--blink-settings=defaultFontSize=${size}`]), tests),
  );
}

function runIn(launch: () => Promise<Engine>, tests: Tests): void {
  let engine: Engine;
  beforeAll(async () => {
    engine = await launch();
  });
  afterAll(() => engine?.close());
  tests(async () => {
    const tab = await engine.openTab();
    onTestFinished(() => tab.close());
    return tab;
  });
}
