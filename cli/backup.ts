import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { getTableName, sql, sum } from "drizzle-orm";
import tar from "tar-stream";
import { listFilesOf } from "../app/domain/photos/store.server.ts";
import type { Db, Transaction } from "../app/platform/db/client.server.ts";
import { photos } from "../app/platform/db/schema.ts";
import { requireSpace } from "../app/platform/web/disk/free-space.server.ts";
import {
  archiveVersion,
  type Checks,
  checksumsName,
  columnsOf,
  type Manifest,
  manifestName,
  mirrorVersion,
  photoListName,
  type Table,
  tables,
} from "./archive.ts";
import type { CommandResult, OperatorContext } from "./context.ts";
import { type PhotoMirror, spareBytes } from "./photo-mirror.ts";
import { isComplete, type PhotoRow, readStored, withoutMissingFiles } from "./photo-rows.ts";
import { verify } from "./restore.ts";

/** A photo whose files are missing from so many snapshots counts as damaged. */
const maxSnapshots = 3;

export interface Written {
  rows: Record<string, number>;
  photoFiles: number;
  /** Keys of photos left out because the store lacks all their sizes. */
  withoutFiles: string[];
}

export async function backup(context: OperatorContext, [file]: string[]): Promise<CommandResult> {
  if (!file) return { status: 2, text: "Diga o arquivo: backup <arquivo>" };
  await mkdir(dirname(file), { recursive: true });
  await requireSpace(dirname(file), await sumPhotos(context.db), spareBytes);
  const written = await writeArchive(context, file);
  const refused = await setAsideUnlessGood(context, file);
  if (refused) return { status: 1, text: refused.text };
  const status = written.withoutFiles.length > 0 ? 1 : 0;
  return { status, text: describe(file, written), data: { file, ...written } };
}

/** Bytes of all photos, which are most of an archive. */
async function sumPhotos(db: Db): Promise<number> {
  const [all] = await db.select({ bytes: sum(photos.bytes).mapWith(Number) }).from(photos);
  return all?.bytes ?? 0;
}

/** Verifies an archive, and renames it if it is not good; null if it is. */
export async function setAsideUnlessGood(
  context: OperatorContext,
  file: string,
): Promise<{ reason: string; text: string } | null> {
  const reason = await verify(context, [file]).then(
    ({ status, text }) => (status === 0 ? null : text),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (reason === null) return null;
  const aside = `${file}.nao-conferido`;
  await rename(file, aside);
  const text = `O backup não passou na conferência e ficou em ${aside}; os anteriores continuam guardados. ${reason}`;
  return { reason, text };
}

export function describe(file: string, { rows, photoFiles, withoutFiles }: Written): string {
  const saved = `Guardados em ${file}: ${rows.users} anunciantes, ${rows.posts} anúncios, ${photoFiles} arquivos de fotos.`;
  if (withoutFiles.length === 0) return saved;
  return `${saved}\nFicaram de fora fotos que o site tem sem os arquivos: ${withoutFiles.join(", ")}`;
}

/**
 * Writes an archive, with the photos unless given a mirror. It appears only once it is complete.
 */
export async function writeArchive(
  { db, photoStore }: OperatorContext,
  file: string,
  mirror: PhotoMirror | null = null,
): Promise<Written> {
  const draft = `${file}.incompleto`;
  await mkdir(dirname(file), { recursive: true });
  const entries = openEntries();
  const target = createWriteStream(draft, { mode: 0o600, flush: true });
  const flow = pipeline(entries.pack, createGzip(), target);
  flow.catch(() => undefined);
  try {
    const version = mirror ? mirrorVersion : archiveVersion;
    const manifest: Manifest = { version, tables: tables.map(getTableName) };
    await entries.add(manifestName, JSON.stringify(manifest));
    const written = await copySite(db, entries, {
      async copyFile(key) {
        if (mirror) return mirror.store(key);
        const bytes = await readStored(photoStore, key);
        if (bytes) await entries.add(`fotos/${key}`, bytes);
        return bytes !== null;
      },
      async finish() {
        if (mirror) await entries.add(photoListName, mirror.list());
      },
    });
    const checks: Checks = {
      rows: written.rows,
      photoFiles: written.photoFiles,
      sha256: entries.digest(),
    };
    await entries.add(checksumsName, JSON.stringify(checks));
    entries.pack.finalize();
    await flow;
    await rename(draft, file);
    return written;
  } catch (error) {
    entries.pack.destroy();
    await flow.catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

interface Entries {
  pack: tar.Pack;
  add: (name: string, content: string | Uint8Array) => Promise<void>;
  digest: () => string;
}

function openEntries(): Entries {
  const pack = tar.pack();
  const hash = createHash("sha256");
  return {
    pack,
    async add(name, content) {
      const bytes = Buffer.from(content);
      hash.update(name).update(bytes);
      const entry = pack.entry({ name, size: bytes.length });
      await pipeline([bytes], entry);
    },
    digest: () => hash.copy().digest("hex"),
  };
}

interface PhotoTarget {
  /** Returns false if the site lacks the file. */
  copyFile: (key: string) => Promise<boolean>;
  /** Called once, after the last file. */
  finish: () => Promise<void>;
}

/**
 * Copies most photos before the snapshot, which stays short because it only adds new ones;
 * advertisers keep working meanwhile, and sizes are made. A photo deleted between a snapshot and its
 * copy is gone from the next snapshot, so try again.
 */
async function copySite(db: Db, entries: Entries, target: PhotoTarget): Promise<Written> {
  const copied = new Set<string>();
  async function copyPhotos(rows: PhotoRow[]): Promise<PhotoRow[]> {
    for (const key of rows.flatMap(listFilesOf)) {
      if (copied.has(key)) continue;
      if (await target.copyFile(key)) copied.add(key);
    }
    return rows.filter((row) => !isComplete(row, copied));
  }
  await copyPhotos(await listPhotoRows(db));
  for (let left = maxSnapshots; ; left--) {
    const written = await db.transaction(
      async (tx) => {
        const missing = await copyPhotos(await listPhotoRows(tx));
        if (missing.length > 0 && left > 1) return null;
        const partial = missing.map((row) => withoutMissingFiles(row, copied));
        await target.finish();
        const rows = await copyTables(tx, entries, partial);
        const lost = partial.filter(({ widths }) => widths.length === 0);
        return { rows, photoFiles: copied.size, withoutFiles: lost.map(({ key }) => key) };
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    if (written) return written;
  }
}

function listPhotoRows(db: Db | Transaction): Promise<PhotoRow[]> {
  const { id, key, widths, cover } = photos;
  return db.select({ id, key, widths, cover }).from(photos);
}

async function copyTables(
  tx: Transaction,
  entries: Entries,
  partial: PhotoRow[],
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const name = getTableName(table);
    const lines = await dump(tx, table, partial);
    rows[name] = lines.length;
    await entries.add(`banco/${name}.jsonl`, lines.map((line) => `${line}\n`).join(""));
  }
  return rows;
}

async function dump(tx: Transaction, table: Table, partial: PhotoRow[]): Promise<string[]> {
  const columns = sql.join(
    columnsOf(table).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const result = await tx.execute<{ line: string }>(
    sql`select to_json(row)::text as line from (select ${columns} from ${table}) as row`,
  );
  const lines = result.rows.map(({ line }) => line);
  return table === photos ? lines.flatMap((line) => describePhoto(line, partial)) : lines;
}

/** Names only the sizes in the archive, so that the restored site makes the others again. */
function describePhoto(line: string, partial: PhotoRow[]): string[] {
  const row = JSON.parse(line);
  const kept = partial.find(({ id }) => id === row.id);
  if (!kept) return [line];
  const { widths, cover } = kept;
  return widths.length > 0 ? [JSON.stringify({ ...row, widths, cover, sizesDue: true })] : [];
}
