import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { getTableName, inArray, not, sql } from "drizzle-orm";
import tar from "tar-stream";
import type { Db, Transaction } from "../app/db/client.server.ts";
import { photos } from "../app/db/schema.ts";
import type { Photo } from "../app/photos/photo.ts";
import { listFilesOf, type PhotoStore } from "../app/photos/store.server.ts";
import {
  archiveVersion,
  type Checks,
  checksName,
  columnsOf,
  type Manifest,
  manifestName,
  type Table,
  tables,
} from "./archive.ts";
import type { CommandResult, OperatorContext } from "./context.ts";

/** After this many, a photo with missing files counts as damaged. */
const maxSnapshots = 3;

type PhotoRow = Pick<Photo, "id" | "key" | "widths" | "cover">;

export interface Written {
  rows: Record<string, number>;
  photoFiles: number;
  /** Keys of photos left out because the store lacks their files. */
  withoutFiles: string[];
}

export async function backup(context: OperatorContext, [file]: string[]): Promise<CommandResult> {
  if (!file) return { status: 2, text: "Diga o arquivo: backup <arquivo>" };
  const written = await writeArchive(context, file);
  return { status: 0, text: describe(file, written), data: { file, ...written } };
}

export function describe(file: string, { rows, photoFiles, withoutFiles }: Written): string {
  const saved = `Guardados em ${file}: ${rows.users} anunciantes, ${rows.posts} anúncios, ${photoFiles} arquivos de fotos.`;
  if (withoutFiles.length === 0) return saved;
  return `${saved}\nFicaram de fora fotos que o site tem sem os arquivos: ${withoutFiles.join(", ")}`;
}

/** The file appears only once it is complete. */
export async function writeArchive(
  { db, photoStore }: OperatorContext,
  file: string,
): Promise<Written> {
  const draft = `${file}.incompleto`;
  await mkdir(dirname(file), { recursive: true });
  const entries = openEntries();
  const target = createWriteStream(draft, { mode: 0o600, flush: true });
  const flow = pipeline(entries.pack, createGzip(), target);
  flow.catch(() => undefined);
  try {
    const manifest: Manifest = { version: archiveVersion, tables: tables.map(getTableName) };
    await entries.add(manifestName, JSON.stringify(manifest));
    const written = await copySite(db, photoStore, entries);
    const checks: Checks = {
      rows: written.rows,
      photoFiles: written.photoFiles,
      sha256: entries.digest(),
    };
    await entries.add(checksName, JSON.stringify(checks));
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

/**
 * Copies most photos before the snapshot, which stays short because it only adds the new ones;
 * advertisers keep working meanwhile. A photo deleted between a snapshot and its copy is gone from
 * the next snapshot, so try again.
 */
async function copySite(db: Db, store: PhotoStore, entries: Entries): Promise<Written> {
  const copied = new Set<string>();
  let photoFiles = 0;
  async function copyPhotos(rows: PhotoRow[]): Promise<PhotoRow[]> {
    const missing: PhotoRow[] = [];
    for (const row of rows) {
      if (copied.has(row.id)) continue;
      const files = await readPhoto(store, row);
      for (const [key, bytes] of files ?? []) await entries.add(`fotos/${key}`, bytes);
      if (files) copied.add(row.id);
      else missing.push(row);
      photoFiles += files?.length ?? 0;
    }
    return missing;
  }
  await copyPhotos(await listPhotoRows(db));
  for (let left = maxSnapshots; ; left--) {
    const written = await db.transaction(
      async (tx) => {
        const missing = await copyPhotos(await listPhotoRows(tx));
        if (missing.length > 0 && left > 1) return null;
        const rows = await copyTables(tx, entries, missing);
        return { rows, photoFiles, withoutFiles: missing.map(({ key }) => key) };
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

async function readPhoto(store: PhotoStore, row: PhotoRow): Promise<[string, Uint8Array][] | null> {
  const files: [string, Uint8Array][] = [];
  for (const key of listFilesOf(row)) {
    try {
      files.push([key, await store.disk.getBytes(key)]);
    } catch (error) {
      if (await store.disk.exists(key)) throw error;
      return null;
    }
  }
  return files;
}

async function copyTables(
  tx: Transaction,
  entries: Entries,
  leftOut: PhotoRow[],
): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const name = getTableName(table);
    const lines = await dump(tx, table, leftOut);
    rows[name] = lines.length;
    await entries.add(`banco/${name}.jsonl`, lines.map((line) => `${line}\n`).join(""));
  }
  return rows;
}

async function dump(tx: Transaction, table: Table, leftOut: PhotoRow[]): Promise<string[]> {
  const columns = sql.join(
    columnsOf(table).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const ids = leftOut.map(({ id }) => id);
  const kept = table === photos && ids.length > 0 ? not(inArray(photos.id, ids)) : sql`true`;
  const result = await tx.execute<{ line: string }>(
    sql`select to_json(row)::text as line from (select ${columns} from ${table} where ${kept}) as row`,
  );
  return result.rows.map(({ line }) => line);
}
