import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchNewDay } from "./watch-new-day.ts";

const minute = 60_000;
const reload = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { reload });
  // 23:58 in the region, whatever this process or an old device takes its offset for.
  vi.setSystemTime("2027-01-10T02:58:00Z");
  document.documentElement.dataset.day = "2027-01-09";
  history.replaceState(null, "");
  document.body.innerHTML = "";
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  reload.mockClear();
  delete document.documentElement.dataset.day;
});

test("a page loads itself after the region's midnight, and asks again if the device was too early", () => {
  watchNewDay();
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3 * minute);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(20 * minute);
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(15 * minute);
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ["loads itself", "an untouched form", "<input value='Ana'>", 1],
  ["waits", "a text in its form", "<textarea></textarea>", 0],
  ["waits", "the answer to a form", "<p autofocus>", 0],
])("on a new day a document %s with %s", (_, _what, html, times) => {
  document.body.innerHTML = `<main><form method="post">${html}</form></main>`;
  for (const text of document.querySelectorAll("textarea")) text.value = "Pode levar cachorro?";
  watchNewDay();
  vi.advanceTimersByTime(3 * minute);
  expect(reload).toHaveBeenCalledTimes(times);
});
