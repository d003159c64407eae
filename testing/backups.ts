import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { inject } from "vitest";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import { listFilesOf } from "../app/domain/photos/store.server.ts";
import { schema } from "../app/platform/db/all-tables.ts";
import type { OperatorContext } from "../cli/context.ts";
import { endedName } from "../cli/ended-file.ts";
import { cloneDatabase } from "./clone-database.ts";
import {
  createUser,
  createWaitingPhoto,
  listingInput,
  openTestSite,
  type TestSite,
} from "./site.ts";

export async function openContext(): Promise<{ site: TestSite; context: OperatorContext }> {
  const site = await openTestSite();
  return { site, context: contextOf(site) };
}

export function contextOf(site: TestSite): OperatorContext {
  const { owner: db, photoStore, dataDir } = site;
  const mailed = { mailedSiteUrl: "", siteEmail: "contato@example.com" };
  const requireMailedSite = async () => mailed;
  const programDir = process.cwd();
  return { db, photoStore, requireMailedSite, dataDir, programDir, startScratch };
}

/** Starting a server takes seconds, and `npm run operador` proves that one does. */
async function startScratch() {
  return { url: await cloneDatabase(inject("templateUrl")), stop: async () => undefined };
}

/** Each photo with the same few files of text. */
export async function publish(site: TestSite, title: string, photoCount: number) {
  const user = await createUser(site);
  const ids: string[] = [];
  const keys: string[] = [];
  for (let n = 0; n < photoCount; n++) {
    const id = randomUUID();
    const photo = {
      key: `imoveis/${user.uid}/images/0/${id}-foto`,
      widths: [400, 800],
      cover: true,
    };
    for (const key of listFilesOf(photo)) await site.photoStore.disk.put(key, `${title} ${key}`);
    ids.push(await createWaitingPhoto(site, user.uid, { id, ...photo }));
    keys.push(photo.key);
  }
  const published = await createListing(site.db, user.uid, listingInput({ title }), ids);
  if (!published.ok) throw new Error(published.message);
  return { uid: user.uid, id: published.id, keys };
}

export async function listTitles(site: TestSite): Promise<string[]> {
  const rows = await site.db
    .select({ title: schema.posts.title })
    .from(schema.posts)
    .orderBy(schema.posts.title);
  return rows.map(({ title }) => title);
}

/** Lists the names of archives, without the files beside them: the mirror of the photos, and the list of ended rows. */
export async function listArchives(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !["fotos", endedName].includes(name)).sort();
}
