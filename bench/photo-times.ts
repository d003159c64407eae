import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import { checkBare, makePhotos, type PhotoRun, runBare, runPipeline } from "./photos.ts";
import type { Plan } from "./plan.ts";
import type { Table } from "./table.ts";

/** Compares the photo pipeline with the bare sharp calls it makes. */
export async function measurePhotos(
  _environment: Environment,
  { photos: count, rounds }: Plan,
): Promise<Table[]> {
  const photos = await makePhotos(count);
  const [first] = photos;
  if (first) await checkBare(first);
  const bare: PhotoRun[] = [];
  const pipeline: PhotoRun[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await runBare(photos));
    pipeline.push(await runPipeline(photos));
  }
  const bareMs = median(bare.map(({ ms }) => ms));
  const row = (name: string, runs: PhotoRun[]) => {
    const ms = median(runs.map((run) => run.ms));
    const blocked = Math.max(...runs.map(({ blockedMs }) => blockedMs));
    return [name, ms / 1000, ms / bareMs, blocked];
  };
  return [
    {
      title: `Photos: making the variants of ${count} photos of 12 megapixels`,
      columns: ["", "seconds", "vs. bare sharp", "longest event loop block, ms"],
      rows: [row("bare sharp", bare), row("the site's pipeline", pipeline)],
    },
  ];
}
