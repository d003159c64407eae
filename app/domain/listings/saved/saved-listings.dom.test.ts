import { afterEach, expect, test, vi } from "vitest";
import { readOwnLists, rememberList } from "./own-lists.ts";
import { forgetSaved, readSaved, readSavedText, toggleSaved } from "./saved-listings.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  window.name = "";
});

test("saved ads last as long as the tab if the browser stores nothing", () => {
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

test("the lists that were opened are kept, the last one first, until the browser leaves them", () => {
  const open = (code: string, isOwn: boolean) => {
    vi.stubGlobal("location", { pathname: `/lista/${code}` });
    rememberList(isOwn);
  };
  open("virada", true);
  open("carnaval", true);
  open("virada", true);
  open("alheia", false);
  expect(readOwnLists()).toEqual(["virada", "carnaval"]);
  open("virada", false);
  expect(readOwnLists()).toEqual(["carnaval"]);
});
