import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectNode, root } from "../scripts/prepare.mjs";
import { beginUpload, sendPart } from "../testing/upload.ts";
import { logIn } from "./advertiser.ts";
import type { Environment } from "./environment.ts";
import { median } from "./figures.ts";
import type { PhotoRun } from "./photo-run.ts";
import { makePhotos } from "./photos.ts";
import type { Plan } from "./plan.ts";
import { startSite } from "./servers.ts";
import type { Table } from "./table.ts";

/** Compares the photo pipeline with the baseline's, and times whole uploads. */
export async function measurePhotos(
  environment: Environment,
  { photos: count, rounds }: Plan,
): Promise<Table[]> {
  const photos = await makePhotos(count);
  const files = await Promise.all(
    photos.map(async (photo, n) => {
      const file = join(environment.folder, `foto-${n}.jpg`);
      await writeFile(file, photo);
      return file;
    }),
  );
  const checkouts = environment.baseline
    ? { baseline: environment.baseline, "this checkout": root }
    : { "this checkout": root };
  const runs = new Map<string, PhotoRun[]>(Object.keys(checkouts).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, checkout] of Object.entries(checkouts)) {
      runs.get(name)?.push(await runPipeline(checkout, files));
    }
  }
  const rows = [...runs].map(([name, all]) => [
    name,
    median(all.map(({ cpuMs }) => cpuMs)) / 1000,
    median(all.map(({ ms }) => ms)) / 1000,
    median(all.map(({ firstMs }) => firstMs)),
    Math.max(...all.map(({ blockedMs }) => blockedMs)),
  ]);
  return [
    {
      title: `Photos: making all sizes of ${count} photos of 12 megapixels`,
      columns: ["", "CPU seconds", "seconds", "first size after, ms", "event loop blocked, ms"],
      rows,
    },
    await measureUploads(environment, photos),
  ];
}

async function runPipeline(checkout: string, files: string[]): Promise<PhotoRun> {
  const program = join(import.meta.dirname, "photo-run.ts");
  const { stdout } = await promisify(execFile)(projectNode, [program, checkout, ...files], {
    env: { ...process.env, NODE_ENV: "production" },
  });
  return JSON.parse(stdout);
}

/** From sending the last byte until the site confirms the photo, one after the other. */
async function measureUploads(environment: Environment, photos: Buffer[]): Promise<Table> {
  const dir = join(environment.folder, "envios");
  await mkdir(dir);
  const site = environment.stopAtEnd(await startSite(root, dir));
  const cookie = await logIn(site);
  const ask = (path: string, init: RequestInit) => fetch(site.url + path, init);
  const times: number[] = [];
  for (const photo of photos) {
    const begun = await beginUpload(ask, cookie, { size: photo.length, draft: randomUUID() });
    const path = begun.headers.get("Location") ?? "";
    await sendPart(ask, cookie, path, 0, photo.subarray(0, -1));
    const start = performance.now();
    const sent = await sendPart(ask, cookie, path, photo.length - 1, photo.subarray(-1));
    if (sent.status !== 204) throw new Error(`the upload ended with ${sent.status}`);
    times.push(performance.now() - start);
  }
  await site.stop();
  return {
    title: "Uploading them one after the other: last byte until the photo can be published",
    columns: ["median, ms", "longest, ms"],
    rows: [[median(times), Math.max(...times)]],
  };
}
