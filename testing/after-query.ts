import { onTestFinished, vi } from "vitest";
import type { Db } from "../app/platform/db/client.server.ts";

/** Acts once, between the next answer to a query that contains `part` and its reader. */
export function afterNextQuery(db: Db, part: string, act: () => Promise<unknown>): void {
  const pool = db.$client;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  let isDue = true;
  const spy = vi.spyOn(pool, "query").mockImplementation((async (...args: unknown[]) => {
    const isNext = isDue && JSON.stringify(args[0]).includes(part);
    if (isNext) isDue = false;
    const answer = await query(...args);
    if (isNext) await act();
    return answer;
  }) as never);
  onTestFinished(() => spy.mockRestore());
}
