import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { createAuth } from "../app/domain/accounts/auth.server.ts";
import { makeOtherVariants } from "../app/domain/photos/variants.server.ts";
import { type Db, openDatabase } from "../app/platform/db/client.server.ts";
import { photos } from "../app/platform/db/schema.ts";
import { fillEmptySite } from "../samples/samples.server.ts";
import { cloneDatabase } from "./clone-database.ts";
import { makeJpeg } from "./pictures.ts";
import { siteSecret } from "./site-secret.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** A site with the sample ads and their photos, for tests to copy. */
    samples: { databaseUrl: string; dataDir: string };
  }
}

/** Fills a site with the sample ads once for the whole run. */
export async function setup(project: TestProject): Promise<void> {
  const run = project.vitest.getRootProject();
  const { runFolder, templateUrl, samples } = run.getProvidedContext();
  if (samples) return;
  const databaseUrl = await cloneDatabase(templateUrl);
  const dataDir = join(runFolder, "exemplos");
  const { db, close } = openDatabase(databaseUrl, () => undefined);
  const auth = createAuth(db, { secret: siteSecret, siteUrl: null });
  await fillEmptySite({ db, auth, secret: siteSecret }, "illustrations");
  await addPhotos(db, join(dataDir, "fotos"));
  await close();
  run.provide("samples", { databaseUrl, dataDir });
}

/** Gives all photos the same picture: drawing the real ones takes half a minute. */
async function addPhotos(db: Db, folder: string): Promise<void> {
  const made = await makeOtherVariants(await makeJpeg(1600, 1200), { effort: 0 });
  if (!made.ok) throw new Error(made.message);
  const { variants, cover, widths, color } = made;
  const change = { widths, color, cover: cover !== null, sizesDue: false };
  const rows = await db.update(photos).set(change).returning({ key: photos.key });
  for (const { key } of rows) {
    await mkdir(join(folder, key), { recursive: true });
    for (const { width, format, bytes } of variants) {
      await writeFile(join(folder, key, `${width}.${format}`), bytes);
    }
    if (cover) await writeFile(join(folder, key, "capa.jpg"), cover);
  }
}
