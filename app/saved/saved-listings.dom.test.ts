import { afterEach, expect, test, vi } from "vitest";
import { forgetSaved, readSaved, readSavedText, toggleSaved } from "./saved-listings.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  window.name = "";
});

test("what is saved lasts as long as the tab where the browser stores nothing", () => {
  vi.stubGlobal("localStorage", undefined);
  toggleSaved("a");
  toggleSaved("b,2026-12-11,2026-12-13,4");
  expect(readSavedText()).toBe("b,2026-12-11,2026-12-13,4 a");
  expect(window.name).not.toBe("");
  toggleSaved("a");
  expect(readSaved()).toEqual(["b"]);
  forgetSaved(["b"]);
  expect(readSaved()).toEqual([]);
});
