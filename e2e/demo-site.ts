import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject, vi } from "vitest";
import { type SiteProcess, startSite } from "./site-process.ts";

/**
 * Starts a site on a copy of the sample ads, whose photos are prepared once for the whole test run.
 */
export async function startDemoSite(env: Record<string, string> = {}): Promise<SiteProcess> {
  const prepared = join(inject("demoFolder"), "pronta");
  if (await isFirst()) {
    const dataDir = join(inject("demoFolder"), "preparando");
    const site = await startSite({ dataDir, env: { DEMO: "1" } });
    // Otherwise every copy would draw them again.
    await vi.waitUntil(() => hasAllCards(site.url), { timeout: 60_000, interval: 500 });
    await site.end("SIGTERM");
    await rename(dataDir, prepared);
  }
  await vi.waitUntil(() => existsSync(prepared), { timeout: 240_000, interval: 100 });
  const dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-e2e-"));
  // Unlike Node's cp, it keeps the owner of the database's folders.
  await promisify(execFile)("cp", ["-a", `${prepared}/.`, dataDir]);
  return startSite({ dataDir, env: { DEMO: "1", ...env } });
}

async function hasAllCards(url: string): Promise<boolean> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const ads = [...sitemap.matchAll(/\/posts\/[0-9a-f-]{36}/g)].map(([path]) => path);
  const pages = await Promise.all(ads.map(async (path) => (await fetch(url + path)).text()));
  return pages.length > 0 && pages.every((page) => page.includes("/fotos/cartoes/"));
}

async function isFirst(): Promise<boolean> {
  return mkdir(join(inject("demoFolder"), "comecada")).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
