import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { findChromium } from "../../scripts/browsers.mjs";
import { soakMinutes } from "../../testing/soak.ts";
import { engines } from "./all-engines.ts";
import { launchChromium } from "./chromium.ts";
import type { Engine, Tab } from "./engine.ts";

type Tests = (openTab: () => Promise<Tab>) => void;

/** One description for all engines; `npm run reliability` says which are missing, and fails in CI. */
export function describeInEachEngine(tests: Tests): void {
  describeIn(engines, tests);
}

/** Declares tests that visit every page. Firefox, which differs least, joins only in `npm run soak`. */
export function describeInSoakedEngines(tests: Tests): void {
  const isChosen = ({ name }: { name: string }) => soakMinutes !== null || name !== "Firefox";
  describeIn(engines.filter(isChosen), tests);
}

function describeIn(chosen: readonly (typeof engines)[number][], tests: Tests): void {
  for (const { name, find, launch } of chosen) {
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
