import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { missingRecipient, type SecondPlaceSettings } from "../server/config.ts";
import { encryptedPattern } from "./archive-names.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { decrypt, encrypt, folderOf, readBackupKey, recipientOf } from "./encryption.ts";
import { endedName } from "./ended-file.ts";
import { listPhotosOf, mirrorName } from "./photo-mirror.ts";
import { draftSuffix, openSecondPlace, type SecondPlace } from "./second-place.ts";

// chave-{…}/mar-de-minas-{time}.tar.gz.age, chave-{…}/fotos/{key}.age and chave-{…}/terminados.txt.age: the
// folder of the backups, each file encrypted by itself.

const suffix = ".age";

/**
 * Copies a good backup and the photos that the second place lacks, photos first: an archive there has all
 * of its photos. Keeps the newest `copies`. Returns how many photo files are new.
 */
export async function copyToSecondPlace(
  { place: at, recipient }: SecondPlaceSettings,
  file: string,
  copies: number,
  spare: number,
): Promise<number> {
  if (!recipient) throw new Error(missingRecipient);
  const place = await openSecondPlace({ place: at });
  const folder = dirname(file);
  const root = folderOf(recipient);
  const present = new Set(await place.list(root));
  const photos = (await listPhotosOf(file)).map(({ key }) => `${mirrorName}/${key}`);
  const missing = photos.filter((path) => !present.has(`${root}/${path}${suffix}`));
  const paths = [...missing, endedName, basename(file)];
  const files = await Promise.all(
    paths.map(async (path) => ({ path, size: (await stat(join(folder, path))).size })),
  );
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  await place.prepare(folder, bytes, spare);
  for (const { path, size } of files) {
    const encrypted = await encrypt(recipient, createReadStream(join(folder, path)), size);
    await place.put(`${root}/${path}${suffix}`, encrypted);
  }
  await prune(place, root, folder, copies);
  return missing.length;
}

/**
 * Deletes old archives and the photos that none lists. Lists of photos can be read only here, so
 * photos are deleted only while all archives of the second place are here, too. After a restore,
 * that takes until its old ones are gone.
 */
async function prune(
  place: SecondPlace,
  root: string,
  folder: string,
  copies: number,
): Promise<void> {
  const keys = await place.list(root);
  const archives = listArchives(keys, root);
  const kept = archives.slice(-copies);
  const drafts = keys.filter((key) => key.endsWith(draftSuffix));
  const old = archives.slice(0, -copies).map((name) => `${root}/${name}${suffix}`);
  for (const key of [...old, ...drafts]) await place.disk.delete(key);

  const here = new Set(await readdir(folder));
  if (!kept.every((name) => here.has(name))) return;
  const used = new Set<string>();
  for (const name of kept) {
    for (const { key } of await listPhotosOf(join(folder, name))) {
      used.add(`${root}/${mirrorName}/${key}${suffix}`);
    }
  }
  const photos = keys.filter((key) => key.startsWith(`${root}/${mirrorName}/`));
  const unused = photos.filter((key) => key.endsWith(suffix) && !used.has(key));
  for (const key of unused) await place.disk.delete(key);
}

/** Lists archives, oldest first, without the suffix. */
function listArchives(keys: string[], root: string): string[] {
  const names = keys
    .map((key) => key.slice(root.length + 1))
    .filter((name) => encryptedPattern.test(name));
  return names.map((name) => name.slice(0, -suffix.length)).sort();
}

/** Opens the copy of the named archive, or of the newest. Throws if the key opens none there. */
export async function openSecondCopy(
  settings: SecondPlaceSettings | null,
  keyFile: string,
  name: string | undefined,
): Promise<ArchiveSource> {
  if (!settings) {
    throw new Error("Diga onde estão as cópias: BACKUP_DIR, ou BACKUP_S3_BUCKET e as suas irmãs.");
  }
  const identity = await readBackupKey(keyFile);
  const place = await openSecondPlace(settings);
  const root = folderOf(await recipientOf(identity));
  const keys = await place.list(root);
  const archives = listArchives(keys, root);
  if (archives.length === 0) {
    throw new Error("No segundo lugar não há backup completo que esta chave abra.");
  }
  const wanted = name ? basename(name, suffix) : (archives.at(-1) ?? "");
  if (!archives.includes(wanted)) {
    throw new Error(`No segundo lugar não há ${wanted}. Há:\n${archives.join("\n")}`);
  }
  const present = new Set(keys);
  return {
    name: `${wanted} (segundo lugar)`,
    async open() {
      const content = await place.disk.getStream(`${root}/${wanted}${suffix}`);
      const plain = new PassThrough();
      const failed = new Error(
        `A cópia ${wanted} não pôde ser lida até o fim: está danificada, ou a conexão caiu.`,
      );
      Readable.from(decrypt(identity, content))
        .on("error", (cause) => plain.destroy(Object.assign(failed, { cause })))
        .pipe(plain);
      return plain;
    },
    async requirePhotos() {
      if (keys.some((key) => key.startsWith(`${root}/${mirrorName}/`))) return;
      throw new Error("Faltam as fotos deste backup no segundo lugar.");
    },
    async readPhoto(key) {
      const path = `${root}/${mirrorName}/${key}${suffix}`;
      if (!present.has(path)) return null;
      const encrypted = await place.disk.getBytes(path);
      // Damaged copies count as missing.
      return buffer(decrypt(identity, Readable.from([encrypted]))).catch(() => null);
    },
    async readEnded() {
      const path = `${root}/${endedName}${suffix}`;
      if (!present.has(path)) return null;
      const encrypted = await place.disk.getBytes(path);
      return (await buffer(decrypt(identity, Readable.from([encrypted])))).toString();
    },
  };
}
