import { expect, test } from "vitest";
import { openTestSite } from "../testing/site.ts";

test("/healthz answers while all connections of the site's pool are in use", async () => {
  const site = await openTestSite();
  const taken = await Promise.all(Array.from({ length: 10 }, () => site.db.$client.connect()));
  const waiting = site.db.$client.connect();
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => site.app.request("/healthz")),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(site.db.$client.waitingCount).toBe(1);
  } finally {
    for (const connection of taken) connection.release();
    (await waiting).release();
  }
});

test("a site that has just opened has connections ready for its first visitors", async () => {
  const site = await openTestSite();
  const { totalCount, idleCount } = site.db.$client;
  expect(idleCount).toBeGreaterThanOrEqual(5);
  expect(totalCount).toBeLessThanOrEqual(10);
});
