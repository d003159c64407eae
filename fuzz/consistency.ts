import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { World } from "./world.ts";

/** Returns violations of rules that always hold. */
export async function findInconsistencies({ site, bystanderUpload }: World): Promise<string[]> {
  const { rows: counts } = await site.db.execute<{ id: string }>(sql`
    select u.id::text from users u
    where u."postsCriados" <> (select count(*) from posts p where p.uid = u.id)`);
  const { rows: stray } = await site.db.execute<{ id: string }>(sql`
    select p.id::text from posts p
    where (select count(*) from photos f where f."postId" = p.id) not between 1 and 10
    or exists (select from photos f where f."postId" = p.id and f.uid <> p.uid)`);
  const { rows: unchecked } = await site.db.execute<{ id: string }>(sql`
    select p.id::text from posts p left join listing_checks c on c."postId" = p.id
    where (p."checkedAt" is null) <> (c.seen is null)
    or (c.seen is not null and not array[p.telefone, p.telefone2]
      <@ array[c.seen->>'telefone', coalesce(c.seen->>'telefone2', ''), ''])
    or c.seen->>'createdBy' <> p."createdBy" or c.seen->>'nomePix' <> p."nomePix"`);
  const { rows: keys } = await site.db.execute<{ key: string }>(sql`select key from photos`);
  const { rows: begun } = await site.db.execute<{ id: string }>(sql`select id::text from uploads`);
  const folders = await listFolders(join(site.dataDir, "fotos"));
  const files = await readdir(join(site.dataDir, "envios"));
  const kept = await stat(join(site.dataDir, "envios", bystanderUpload));
  const uploadFiles = new Set(files.map((name) => name.replace(/\.json$/, "")));
  return [
    ...counts.map(({ id }) => `postsCriados of ${id} is not the count of its posts`),
    ...stray.map(({ id }) => `photos of post ${id} are wrong`),
    ...unchecked.map(({ id }) => `post ${id} is checked, but not as it is`),
    ...(kept.size > 0 ? ["the bystander's upload was written to"] : []),
    ...differences(
      "photo folder",
      folders,
      keys.map(({ key }) => key),
    ),
    ...differences(
      "upload file",
      [...uploadFiles],
      begun.map(({ id }) => id),
    ),
  ];
}

/** Lists the folders that have files, relative to `root`. */
async function listFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.parentPath.slice(root.length + 1));
  return [...new Set(folders)];
}

/** Lists unexpected items, and missing ones. */
function differences(what: string, found: readonly string[], wanted: readonly string[]): string[] {
  const [here, there] = [new Set(found), new Set(wanted)];
  return [
    ...found.filter((each) => !there.has(each)).map((each) => `${what} without row: ${each}`),
    ...wanted.filter((each) => !here.has(each)).map((each) => `row without ${what}: ${each}`),
  ];
}
