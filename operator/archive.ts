import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { Disk } from "flydrive";
import tar from "tar-stream";
import { migrateDatabase, type Transaction } from "../app/db/client.server.ts";
import * as schema from "../app/db/schema.ts";
import { forever, listStored, photosPrefix } from "../app/photos/photo-store.server.ts";
import type { Answer, Ground } from "./ground.ts";

/** The archive's form; a restore refuses one it does not know. */
const archiveVersion = 1;

/** Tables in the order in which rows can be put back: those referred to come first. */
const tables = [
  schema.users,
  schema.sessions,
  schema.accounts,
  schema.verifications,
  schema.posts,
  schema.deletedPosts,
  schema.unavailableDays,
  schema.photos,
  schema.outbox,
  schema.vitals,
] as const;

type Table = (typeof tables)[number];

const rowsAtOnce = 500;

/** Columns of a table that can be written: all but generated ones. */
function columnsOf(table: Table): string[] {
  return Object.values(getTableColumns(table))
    .filter((column) => column.generated === undefined)
    .map((column) => column.name);
}

/** Writes the database, as of one moment, and all photos into one gzipped tar. */
export async function backup(ground: Ground, [file]: string[]): Promise<Answer> {
  if (!file) return { status: 2, text: "Diga o arquivo: backup <arquivo>" };
  const draft = `${file}.incompleto`;
  await mkdir(dirname(file), { recursive: true });
  const pack = tar.pack();
  const written = pipeline(pack, createGzip(), createWriteStream(draft, { mode: 0o600 }));
  const counts: Record<string, number> = {};
  let photoFiles = 0;
  try {
    await ground.db.transaction(
      async (tx) => {
        const names = tables.map((table) => getTableName(table));
        add(pack, "mar-de-minas.json", JSON.stringify({ version: archiveVersion, tables: names }));
        for (const table of tables) {
          const name = getTableName(table);
          const lines = await dump(tx, table);
          counts[name] = lines.length;
          add(pack, `banco/${name}.jsonl`, lines.map((line) => `${line}\n`).join(""));
        }
        // Photos are never changed, only added and removed; one removed meanwhile is passed over.
        const { disk } = ground.photoStore;
        for await (const { key, describe } of listStored(disk, photosPrefix)) {
          const size = await sizeOf(disk, key, describe);
          if (size === null) continue;
          const entry = pack.entry({ name: `fotos/${key}`, size });
          await pipeline(await disk.getStream(key), entry);
          photoFiles += 1;
        }
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
    pack.finalize();
    await written;
    await rename(draft, file);
  } catch (error) {
    pack.destroy();
    await written.catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
  const text = `Guardados em ${file}: ${counts.users} anunciantes, ${counts.posts} anúncios, ${photoFiles} arquivos de fotos.`;
  return { status: 0, text, data: { file, rows: counts, photoFiles } };
}

/** Puts an archive back into a site that has no rows and no photos. */
export async function restore(ground: Ground, [file]: string[]): Promise<Answer> {
  if (!file) return { status: 2, text: "Diga o arquivo: restore <arquivo>" };
  const { db, photoStore, programDir } = ground;
  await migrateDatabase(db, join(programDir, "db", "migrations"));
  const occupied = (await db.$count(schema.users)) > 0;
  if (occupied) {
    return {
      status: 1,
      text: "Este site já tem anunciantes. Um backup só é reposto em um site vazio (uma DATA_DIR nova).",
    };
  }
  const counts: Record<string, number> = {};
  let photoFiles = 0;
  await db.transaction(async (tx) => {
    const extract = tar.extract();
    const reading = pipeline(createReadStream(file), createGunzip(), extract);
    reading.catch(() => undefined);
    let expected: string[] = ["?"];
    for await (const source of extract) {
      const { name } = source.header;
      // A stream of another make, the same to pipeline and readline.
      const entry = source as unknown as Readable;
      if (name === "mar-de-minas.json") expected = await readManifest(entry);
      else if (name.startsWith("banco/")) {
        const table = tables.find((known) => name === `banco/${getTableName(known)}.jsonl`);
        if (!table) throw new Error(`O backup tem uma tabela desconhecida: ${name}`);
        counts[getTableName(table)] = await load(tx, table, entry);
      } else if (name.startsWith("fotos/") && !name.split("/").includes("..")) {
        // A bucket wants to know length and checksum first; a variant is a few megabytes at most.
        await photoStore.disk.put(name.slice("fotos/".length), await buffer(entry), forever);
        photoFiles += 1;
      } else throw new Error(`O backup tem um arquivo desconhecido: ${name}`);
    }
    await reading;
    if (expected.some((name) => !(name in counts))) throw new Error("O backup está incompleto.");
  });
  const text = `Repostos: ${counts.users} anunciantes, ${counts.posts} anúncios, ${photoFiles} arquivos de fotos.`;
  return { status: 0, text, data: { rows: counts, photoFiles } };
}

function add(pack: tar.Pack, name: string, content: string): void {
  pack.entry({ name }, content);
}

async function dump(tx: Transaction, table: Table): Promise<string[]> {
  const columns = sql.join(
    columnsOf(table).map((name) => sql.identifier(name)),
    sql`, `,
  );
  const result = await tx.execute<{ line: string }>(
    sql`select to_json(row)::text as line from (select ${columns} from ${table}) as row`,
  );
  return result.rows.map(({ line }) => line);
}

/** Columns that the archive does not know, being older, get their defaults. */
async function load(tx: Transaction, table: Table, lines: Readable): Promise<number> {
  const known = columnsOf(table);
  let count = 0;
  let batch: string[] = [];
  const flush = async () => {
    const [first] = batch;
    if (first === undefined) return;
    const given = Object.keys(JSON.parse(first)).filter((name) => known.includes(name));
    const columns = sql.join(
      given.map((name) => sql.identifier(name)),
      sql`, `,
    );
    await tx.execute(
      sql`insert into ${table} (${columns})
          select ${columns} from json_populate_recordset(null::${table}, ${`[${batch.join(",")}]`}::json)`,
    );
    count += batch.length;
    batch = [];
  };
  for await (const line of createInterface({ input: lines })) {
    batch.push(line);
    if (batch.length >= rowsAtOnce) await flush();
  }
  await flush();
  return count;
}

/** The tables an archive says it holds. */
async function readManifest(entry: Readable): Promise<string[]> {
  let text = "";
  entry.on("data", (chunk) => {
    text += chunk;
  });
  await once(entry, "end");
  const { version, tables: names } = JSON.parse(text) as { version?: number; tables?: string[] };
  if (version !== archiveVersion) {
    throw new Error("Este backup é de uma versão mais nova do programa.");
  }
  return names ?? [];
}

/** The size of a stored file in bytes; null where it was removed meanwhile. */
async function sizeOf(
  disk: Disk,
  key: string,
  describe: () => Promise<{ size: number }>,
): Promise<number | null> {
  try {
    return (await describe()).size;
  } catch (error) {
    if (await disk.exists(key)) throw error;
    return null;
  }
}
