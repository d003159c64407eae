import { join } from "node:path";
import { root } from "../scripts/prepare.mjs";
import type { Environment } from "./environment.ts";
import { type Server, startSite } from "./servers.ts";

export interface SampleSite extends Server {
  /** Path of an ad with several photos. */
  ad: string;
}

/** The built site with its sample ads and their photos. */
export async function startSampleSite(environment: Environment): Promise<SampleSite> {
  const dataDir = join(environment.folder, "samples");
  const site = environment.stopAtEnd(await startSite(root, dataDir, { DEMO: "1" }));
  const home = await (await fetch(site.url)).text();
  const ad = /\/posts\/[0-9a-f-]{36}/.exec(home)?.[0];
  if (!ad) throw new Error("the home page shows no ad");
  return { ...site, ad };
}
