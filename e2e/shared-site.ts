import { afterAll, beforeAll } from "vitest";
import { removeData, type SiteProcess } from "./site-process.ts";

/**
 * A site for all tests of a file, started before them and removed after them. The object is empty until
 * then, so destructure it in tests only.
 */
export function shareSite(start: () => Promise<SiteProcess>): SiteProcess {
  const site = {} as SiteProcess;
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
