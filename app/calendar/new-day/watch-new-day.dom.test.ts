import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnNewDay, watchNewDay } from "./watch-new-day.ts";

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page moves on after the region's midnight, and asks again if the device was too early", () => {
  // 23:58 in the region, whatever this process or an old device takes its offset for.
  vi.setSystemTime("2027-01-10T02:58:00Z");
  const refresh = vi.fn();
  const stop = watchNewDay("2027-01-09", refresh);
  expect(refresh).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3 * minute);
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(20 * minute);
  expect(refresh).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(15 * minute);
  expect(refresh).toHaveBeenCalledTimes(2);
  stop();
  vi.advanceTimersByTime(60 * minute);
  expect(refresh).toHaveBeenCalledTimes(2);
});

test.each([
  ["loads itself", "an untouched form", "<input value='Ana'>", 1],
  ["waits", "a text in its form", "<textarea></textarea>", 0],
  ["waits", "the answer to a form", "<p autofocus>", 0],
])("on a new day a document %s with %s", (_, _what, html, times) => {
  vi.setSystemTime("2027-01-10T02:58:00Z");
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  document.body.innerHTML = `<main><form method="post">${html}</form></main>`;
  for (const text of document.querySelectorAll("textarea")) text.value = "Pode levar cachorro?";
  reloadOnNewDay("2027-01-09");
  vi.advanceTimersByTime(3 * minute);
  expect(reload).toHaveBeenCalledTimes(times);
});
