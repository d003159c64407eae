import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { root } from "../scripts/prepare.mjs";
import { askAt, findAd } from "../testing/advertiser.ts";
import { startTlsProxy } from "../testing/tls-proxy.ts";
import type { Environment } from "./environment.ts";
import { type Server, startSite } from "./servers.ts";

export interface SampleSite extends Server {
  /** Path of an ad with several photos. */
  ad: string;
}

/**
 * The built site with its sample ads and their photos, as deployed: behind a proxy that speaks HTTP/2
 * over TLS.
 */
export async function startSampleSite(environment: Environment): Promise<SampleSite> {
  let siteUrl = "";
  const proxy = await startTlsProxy(() => [siteUrl]);
  const env = { DEMO: "1", SITE_URL: proxy.url, TRUSTED_PROXIES: "loopback" };
  const site = environment.stopAtEnd(
    await startSite(root, join(environment.folder, "samples"), env),
  );
  siteUrl = site.url;
  await awaitPictures(site);
  const ad = await findAd(askAt(site.url));
  const stop = () => Promise.all([proxy.close(), site.stop()]).then(() => undefined);
  return { ...site, ad, url: proxy.url, stop };
}

/** Photos are drawn once the site is up, which takes both cores. */
export async function awaitPictures(site: Server): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (!(await isIdle(site))) {
    if (performance.now() > deadline) throw new Error("the site keeps drawing its sample photos");
  }
}

async function isIdle(site: Server): Promise<boolean> {
  const before = await site.processorMs();
  await pause(3_000);
  return (await site.processorMs()) - before < 150;
}
