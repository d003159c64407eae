import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFirefox } from "../../scripts/browsers.mjs";
import { startDemoProcess } from "../prepared-site.ts";
import { removeData, type SiteProcess } from "../site-process.ts";
import type { Engine } from "./engine.ts";
import { launchFirefox } from "./firefox.ts";
import { personAt } from "./person.ts";

/** Runs in the page: the names of date fields narrower than a date or the hint for one. */
const cutDates = `[...document.querySelectorAll("main input[type=date]")].filter((field) => {
  const copy = field.cloneNode();
  field.after(copy);
  copy.style.cssText = "position: absolute; width: max-content; min-width: 0";
  const widths = ["", "2028-12-28"].map((date) => {
    copy.value = date;
    return copy.getBoundingClientRect().width;
  });
  copy.remove();
  return field.getBoundingClientRect().width < Math.max(...widths);
}).map(({ name }) => name)`;

/** Firefox's dates are the widest of the engines, with spaces and a button. */
describe.skipIf(findFirefox() === null)("Firefox", () => {
  let site: SiteProcess;
  let engine: Engine;

  beforeAll(async () => {
    site = await startDemoProcess();
    engine = await launchFirefox();
  });

  afterAll(async () => {
    await engine?.close();
    await site?.end("SIGTERM");
    if (site) await removeData(site);
  });

  test("shows dates and the hints for them whole on narrow phones", async () => {
    const visitor = personAt(await engine.openTab());
    await visitor.visit(site.url);
    const ad = await visitor.reads('document.querySelector("main article a").pathname');
    for (const path of ["/search", ad, `/posts/${crypto.randomUUID()}`]) {
      await visitor.visit(site.url + path);
      const dates = 'document.querySelectorAll("main input[type=date]").length';
      expect(await visitor.reads(dates), String(path)).toBe(2);
      for (const width of [320, 360, 390, 430]) {
        await visitor.tab.resize(width, 844);
        expect(await visitor.reads(cutDates), `${path} at ${width} px`).toEqual([]);
      }
    }
  });
});
