import type { Page } from "playwright-core";

/** Runs in the page: makes a method, such as "Array.flatMap", throw, which no page of the server needs. */
export function breakMethod(path: string): void {
  const [owner = "", name = ""] = path.split(".");
  const globals = globalThis as unknown as Record<string, { prototype: object }>;
  Object.assign(globals[owner]?.prototype ?? {}, {
    [name]() {
      sessionStorage.setItem("crashes", "yes");
      throw new Error("a fault");
    },
  });
}

/** True once a broken method was called. */
export function hasCrashed(page: Page): Promise<boolean> {
  return page.evaluate(() => sessionStorage.getItem("crashes") === "yes");
}
