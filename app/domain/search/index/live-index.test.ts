import { expect, test, vi } from "vitest";
import { patience } from "../../../../testing/patience.ts";
import type { Db } from "../../../platform/db/client.server.ts";
import { LiveIndex } from "./live-index.server.ts";

test("when a read fails, those waiting behind it fail with it, and the next one tries again", async () => {
  const queries: { reject: (error: Error) => void }[] = [];
  const execute = () => new Promise((_, reject) => queries.push({ reject }));
  const index = new LiveIndex({ execute } as unknown as Db);
  const first = index.read();
  await vi.waitFor(() => expect(queries).toHaveLength(1), patience);
  const results = Promise.allSettled([first, index.read(), index.read()]);

  const reason = new Error("connection lost");
  queries[0]?.reject(reason);

  expect(await results).toEqual(Array(3).fill({ status: "rejected", reason }));
  expect(queries).toHaveLength(1);
  const next = index.read();
  await vi.waitFor(() => expect(queries).toHaveLength(2), patience);
  queries[1]?.reject(reason);
  await expect(next).rejects.toBe(reason);
});
