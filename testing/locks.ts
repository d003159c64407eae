import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { TestSite } from "./site.ts";

/** Resolves once at least this many connections to the site's database are waiting for a lock. */
export async function waitingForLock(site: Pick<TestSite, "db">, connections = 1): Promise<void> {
  await expect
    .poll(
      async () => {
        const { rows } = await site.db.execute<{ n: number }>(
          sql`select count(*)::int as n from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows[0]?.n;
      },
      { timeout: 10_000, interval: 20 },
    )
    .toBeGreaterThanOrEqual(connections);
}
