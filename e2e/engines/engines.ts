import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { findChromium, findFirefox, findWebKit } from "../../scripts/browsers.mjs";
import { launchChromium } from "./chromium.ts";
import type { Engine, Tab } from "./engine.ts";
import { launchFirefox } from "./firefox.ts";
import { launchWebKit } from "./webkit.ts";

const engines = [
  { name: "Chromium", find: findChromium, launch: launchChromium },
  { name: "Firefox", find: findFirefox, launch: launchFirefox },
  { name: "WebKit", find: findWebKit, launch: launchWebKit },
] as const;

type Tests = (openTab: () => Promise<Tab>) => void;

/** One description for all engines; `npm run reliability` says which are missing, and fails in CI. */
export function describeInEachEngine(tests: Tests): void {
  for (const { name, find, launch } of engines) {
    describe.skipIf(find() === null)(name, () => runIn(() => launch(), tests));
  }
}

/** In Chromium set to a default font size, in px, which media queries heed, too; 21 is 130 %. */
export function describeInLargeText(tests: Tests, size = 21): void {
  describe.skipIf(findChromium() === null)(`text of ${size} px`, () =>
    runIn(() => launchChromium([`--blink-settings=defaultFontSize=${size}`]), tests),
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
