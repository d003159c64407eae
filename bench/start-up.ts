import { root } from "../scripts/prepare.mjs";
import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import type { Plan } from "./plan.ts";
import { startSite } from "./servers.ts";
import type { Table } from "./table.ts";

/** On filled data, including the embedded database, until /healthz responds. */
export async function measureStart(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table[]> {
  const rows: Table["rows"] = [];
  for (const ads of sizes) {
    await environment.stopDatabase(ads);
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const site = environment.stopAtEnd(await startSite(root, environment.dataDir(ads)));
      times.push(site.startMs);
      await site.stop();
    }
    rows.push([ads, median(times)]);
  }
  return [{ title: "Start-up on filled data", columns: ["ads", "ms"], rows }];
}
