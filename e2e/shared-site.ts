import { afterAll, beforeAll } from "vitest";
import { type RunningSite, removeData } from "./site-process.ts";

/**
 * A site for all tests of a file, started before them and removed after them. The object is empty until
 * then, so destructure it in tests only.
 */
export function shareSite<Site extends RunningSite>(start: () => Promise<Site>): Site {
  const site = {} as Site;
  beforeAll(async () => {
    Object.assign(site, await start());
  });
  afterAll(async () => {
    // Empty if it failed to start.
    if (!site.dataDir) return;
    await site.end("SIGTERM");
    await removeData(site);
  });
  return site;
}
