import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, vi } from "vitest";
import { patience } from "../../testing/patience.ts";
import type { Handle, Tab } from "./engine.ts";

const require = createRequire(import.meta.url);
const library = await readFile(
  require.resolve("@testing-library/dom/dist/@testing-library/dom.umd.min.js"),
  "utf8",
);

type Name = string | RegExp;

/** Someone who uses the site by what the page says, in any engine. */
export interface Person {
  tab: Tab;
  /** Waits for hydration, unless the page is static. */
  visit: (url: string) => Promise<void>;
  sees: (text: Name) => Promise<void>;
  seesControl: (role: string, name: Name) => Promise<void>;
  clicks: (role: string, name: Name) => Promise<void>;
  /** Taps what has no role, by a contract's `data-` attribute or the name of a control. */
  taps: (selector: string) => Promise<void>;
  types: (control: string, text: string) => Promise<void>;
  /** Picks an option or a date, which pickers of the system would choose. */
  picks: (control: string, value: string) => Promise<void>;
  attaches: (files: readonly string[]) => Promise<void>;
  /** Waits until the path of the address matches. */
  arrivesAt: (path: RegExp) => Promise<void>;
  reads: (expression: string) => Promise<unknown>;
}

export function personAt(tab: Tab): Person {
  const settled = `document.readyState === "complete" && !document.querySelector("[data-island]:not([data-waits]):not([data-awake])")`;
  const until = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, patience);

  async function find(expression: string, description: string): Promise<Handle> {
    return until(async () => {
      const isLoaded = await tab.evaluate<boolean>('"TestingLibraryDom" in window');
      if (!isLoaded) await tab.evaluate(`(() => { ${library} })()`);
      const handle = await tab.find(`(${centre})(${expression})`);
      if (!handle) throw new Error(`the page shows no ${description}`);
      return handle;
    });
  }
  const byRole = (role: string, name: Name) =>
    find(
      `TestingLibraryDom.queryAllByRole(document.body, ${JSON.stringify(role)}, { name: ${write(name)} })`,
      `${role} ${name}`,
    );
  const bySelector = (selector: string) =>
    find(`[...document.querySelectorAll(${JSON.stringify(selector)})]`, selector);
  const byControl = (control: string) => bySelector(`main [name=${control}]`);

  return {
    tab,
    async visit(url) {
      await tab.open(url);
      await until(async () => expect(await tab.evaluate(settled)).toBe(true));
    },
    async sees(text) {
      await find(
        `TestingLibraryDom.queryAllByText(document.body, ${write(text)}, { ignore: "script, style, noscript" })`,
        `text ${text}`,
      );
    },
    seesControl: async (role, name) => void (await byRole(role, name)),
    clicks: async (role, name) => until(async () => (await byRole(role, name)).click()),
    taps: async (selector) => until(async () => (await bySelector(selector)).click()),
    types: async (control, text) => (await byControl(control)).type(text),
    async picks(control, value) {
      await byControl(control);
      await tab.evaluate(
        `(${setValue})(document.querySelector("main [name=${control}]"), ${JSON.stringify(value)})`,
      );
    },
    async attaches(files) {
      const input = await until(async () => {
        const handle = await tab.find('document.querySelector("input[type=file]")');
        if (!handle) throw new Error("the page has no file input");
        return handle;
      });
      await input.attach(files);
    },
    async arrivesAt(path) {
      await until(async () =>
        expect(await tab.evaluate("location.pathname + location.search")).toMatch(path),
      );
      await until(async () => expect(await tab.evaluate(settled)).toBe(true));
    },
    reads: (expression) => tab.evaluate(expression),
  };
}

const write = (name: Name) => (typeof name === "string" ? JSON.stringify(name) : String(name));

/** Runs in the page: scrolls the first visible element to the window's middle, away from fixed bars. */
const centre = `(elements) => {
  const element = elements.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? null;
  element?.scrollIntoView({ block: "center", behavior: "instant" });
  return element;
}`;

/** Runs in the page. React overrides the element's own setter. */
const setValue = `(element, value) => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value").set.call(element, value);
  element.dispatchEvent(new Event("input", { bubbles: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}`;
