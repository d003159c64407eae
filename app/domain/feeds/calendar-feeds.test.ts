import { expect, test } from "vitest";
import { feedLimits } from "./calendar-feeds.server.ts";

// Tests of each limit pass shorter ones.
test("a private address takes 5 s to fail, a silent server or an endless rule 10 s, a dripping one 20 s", () => {
  expect(feedLimits).toMatchObject({
    fetching: { connectMs: 5_000, headersMs: 10_000, totalMs: 20_000, maxBytes: 5_000_000 },
    reading: { ms: 10_000 },
  });
});
