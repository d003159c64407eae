import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { eq, getTableName, inArray, sql } from "drizzle-orm";
import tar from "tar-stream";
import { storedHeaders } from "../app/domain/photos/store.server.ts";
import { alertEvents } from "../app/platform/db/alert-schema.ts";
import {
  type Db,
  longRunningTimeouts,
  openDatabase,
  type Transaction,
} from "../app/platform/db/client.server.ts";
import { migrateDatabase } from "../app/platform/db/migrate.server.ts";
import { photos, users } from "../app/platform/db/schema.ts";
import { sessions } from "../app/platform/db/session-schema.ts";
import { summarizeError } from "../server/logger.ts";
import { createWitness } from "../server/witness.ts";
import {
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
import { openArchiveFile } from "./archive-source.ts";
import type { CommandOptions, CommandResult, OperatorContext } from "./context.ts";
import { describeSettled, openFormer, type Settled, settleSince } from "./ended-since.ts";
import { type ArchiveSource, readMirrored } from "./photo-mirror.ts";
import { isComplete, type PhotoRow, withoutMissingFiles } from "./photo-rows.ts";

const batchSize = 500;

/**
 * The site must be empty. Ends again what the list beside the archive or the former database, if given,
 * tells.
 */
export async function restore(
  context: OperatorContext,
  [file]: string[],
  options?: Partial<Pick<CommandOptions, "antes">>,
): Promise<CommandResult> {
  const { db, photoStore, programDir } = context;
  if (options?.antes === "")
    return { status: 2, text: "Diga a pasta de dados de antes: --antes <pasta>" };
  if (!file) return { status: 2, text: "Diga o arquivo: restore <arquivo>" };
  const source = openArchiveFile(file);
  await migrateDatabase(db, programDir);
  if ((await db.$count(users)) > 0) {
    return {
      status: 1,
      text: "Este site já tem anunciantes. Um backup só é reposto em um site vazio (uma DATA_DIR nova).",
    };
  }
  const former = options?.antes ? await openFormer(options.antes) : null;
  try {
    const store = (key: string, bytes: Uint8Array) =>
      photoStore.disk.put(key, bytes, storedHeaders);
    let settled: Settled | null = null;
    const read = await readArchive(db, source, store, async (tx) => {
      settled = await settleSince(tx, former?.db ?? null, await source.readEnded());
    });
    await createWitness(db, context.dataDir).remember();
    const text = [
      `Repostos: ${describe(read)}`,
      read.rows.authenticators &&
        "Os aplicativos de códigos da equipe só valem com o AUTH_SECRET, ou auth.segredo, de antes.",
      settled && describeSettled(settled),
    ];
    return {
      status: statusOf(read),
      text: text.filter(Boolean).join("\n"),
      data: { ...read, since: settled },
    };
  } finally {
    await former?.close();
  }
}

/** Restores into a scratch database and checks every photo. */
export async function verify(
  { programDir, startScratch }: Pick<OperatorContext, "programDir" | "startScratch">,
  [file]: string[],
): Promise<CommandResult> {
  if (!file) return { status: 2, text: "Diga o arquivo: verificar <arquivo>" };
  const source = openArchiveFile(file);
  const scratch = await mkdtemp(join(tmpdir(), "mar-de-minas-verificar-"));
  try {
    const embedded = await startScratch(scratch);
    const { db, close } = openDatabase(embedded.url, () => undefined, longRunningTimeouts);
    try {
      await migrateDatabase(db, programDir);
      const read = await readArchive(db, source, async () => undefined);
      const text = `Conferidos em ${source.name}: ${describe(read)}`;
      return { status: statusOf(read), text, data: { file: source.name, ...read } };
    } finally {
      await close();
      await embedded.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Read {
  rows: Record<string, number>;
  photoFiles: number;
  /** Keys of photos dropped because the archive has no size of them. */
  withoutFiles: string[];
  /** Keys of photos that lost a size, which is made again. */
  withoutSizes: string[];
}

function describe({ rows, photoFiles, withoutFiles, withoutSizes }: Read): string {
  const lines = [
    `${rows.users} anunciantes, ${rows.posts} anúncios, ${photoFiles} arquivos de fotos.`,
  ];
  if (withoutFiles.length > 0) {
    lines.push(`O backup não tem os arquivos destas fotos: ${withoutFiles.join(", ")}`);
  }
  if (withoutSizes.length > 0) {
    lines.push(`Faltam tamanhos destas fotos, que o site faz de novo: ${withoutSizes.join(", ")}`);
  }
  return lines.join("\n");
}

function statusOf({ withoutFiles, withoutSizes }: Read): 0 | 1 {
  return withoutFiles.length + withoutSizes.length > 0 ? 1 : 0;
}

/**
 * Loads an archive into an empty database in one transaction, passing each photo file to
 * `storeFile`. Throws and changes no rows if it is damaged, incomplete or from a newer version.
 */
async function readArchive(
  db: Db,
  source: ArchiveSource,
  storeFile: (key: string, bytes: Uint8Array) => Promise<void>,
  settle: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<Read> {
  return db.transaction(async (tx) => {
    const extract = tar.extract();
    const reading = pipeline(await source.open(), createGunzip(), extract);
    reading.catch(() => undefined);
    const rows: Record<string, number> = {};
    const files = new Set<string>();
    let photoFiles = 0;
    const store = async (key: string, bytes: Uint8Array) => {
      await storeFile(key, bytes);
      files.add(key);
    };
    const hash = createHash("sha256");
    let manifest: Manifest | null = null;
    let checks: Checks | null = null;
    for await (const entry of extract) {
      const { name } = entry.header;
      // tar-stream's streams aren't typed as Readable. Any entry fits in memory.
      const content = await buffer(entry as unknown as Readable);
      if (name === checksumsName) {
        checks = JSON.parse(content.toString());
        continue;
      }
      hash.update(name).update(content);
      if (name === manifestName) manifest = readManifest(content);
      else if (name.startsWith("banco/")) {
        const table = tables.find((known) => name === `banco/${getTableName(known)}.jsonl`);
        if (!table) throw new Error(`O backup tem uma tabela desconhecida: ${name}`);
        rows[getTableName(table)] = await load(tx, table, content);
      } else if (name.startsWith("fotos/") && !name.split("/").includes("..")) {
        await store(name.slice("fotos/".length), content);
        photoFiles += 1;
      } else if (name === photoListName) {
        const list = content.toString();
        photoFiles = list.split("\n").length - 1;
        for await (const { key, bytes } of readMirrored(source, list)) await store(key, bytes);
      } else throw new Error(`O backup tem um arquivo desconhecido: ${name}`);
    }
    await reading;
    // Triggers took every restored listing for a new one.
    await tx.delete(alertEvents);
    if (!manifest || manifest.tables.some((name) => !(name in rows))) {
      throw new Error("O backup está incompleto.");
    }
    if (manifest.version > 1) compare({ rows, photoFiles }, hash.digest("hex"), checks);
    const read = { rows, photoFiles: files.size };
    // Sessions that have ended since the backup must not be valid again.
    await tx.delete(sessions);
    const settled = await settlePhotos(tx, files);
    await settle(tx);
    return { ...read, ...settled };
  });
}

function readManifest(content: Buffer): Manifest {
  const manifest: Manifest = JSON.parse(content.toString());
  if (manifest.version > mirrorVersion) {
    throw new Error("Este backup é de uma versão mais nova do programa.");
  }
  return manifest;
}

function compare(read: Omit<Checks, "sha256">, sha256: string, checks: Checks | null): void {
  if (!checks) throw new Error("O backup está incompleto.");
  const sameRows = Object.entries(checks.rows).every(([name, count]) => read.rows[name] === count);
  if (!sameRows || checks.photoFiles !== read.photoFiles || checks.sha256 !== sha256) {
    throw new Error("O backup está danificado: o conteúdo não confere.");
  }
}

/** Throws an error that names the table and the row if one can't be stored. */
async function load(tx: Transaction, table: Table, content: Buffer): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  async function flush(): Promise<void> {
    const failure = batch.length > 0 ? await attempt(tx, table, batch) : null;
    if (failure) await explain(tx, table, batch, count + 1);
    if (failure) throw failure;
    count += batch.length;
    batch = [];
  }
  for (const line of linesOf(content)) {
    batch.push(line);
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return count;
}

/** Unlike `node:readline`, leaves alone what also ends lines but stands in texts, such as U+2028. */
function* linesOf(content: Buffer): Generator<string> {
  let start = 0;
  for (let end = content.indexOf("\n"); end >= 0; end = content.indexOf("\n", start)) {
    yield content.toString("utf8", start, end);
    start = end + 1;
  }
}

/** Throws if one of the rows, whose first has this number in its table, can't be stored alone. */
async function explain(tx: Transaction, table: Table, lines: string[], first: number) {
  for (const [index, line] of lines.entries()) {
    const cause = await attempt(tx, table, [line]);
    if (!cause) continue;
    const row = `linha ${first + index} da tabela ${getTableName(table)}`;
    throw new Error(`O backup está danificado na ${row}. ${summarizeError(cause)}`);
  }
}

/** Inserts all rows or none; returns what hindered it. */
async function attempt(tx: Transaction, table: Table, lines: string[]): Promise<unknown> {
  try {
    await tx.transaction((part) => insert(part, table, lines));
    return null;
  } catch (error) {
    return error;
  }
}

/** Columns missing from an older archive get their defaults. */
async function insert(tx: Transaction, table: Table, lines: string[]): Promise<void> {
  const known = columnsOf(table);
  const given = Object.keys(JSON.parse(lines[0] ?? "{}")).filter((name) => known.includes(name));
  const columns = sql.join(
    given.map((name) => sql.identifier(name)),
    sql`, `,
  );
  await tx.execute(
    sql`insert into ${table} (${columns})
        select ${columns} from json_populate_recordset(null::${table}, ${`[${lines.join(",")}]`}::json)`,
  );
}

async function settlePhotos(
  tx: Transaction,
  files: Set<string>,
): Promise<Pick<Read, "withoutFiles" | "withoutSizes">> {
  const { id, key, widths, cover } = photos;
  const rows = await tx.select({ id, key, widths, cover }).from(photos);
  const partial = rows
    .filter((row) => !isComplete(row, files))
    .map((row) => withoutMissingFiles(row, files));
  const lost = partial.filter((row) => row.widths.length === 0);
  if (lost.length > 0) {
    const ids = lost.map((row) => row.id);
    await tx.delete(photos).where(inArray(photos.id, ids));
  }
  const kept = partial.filter((row) => row.widths.length > 0);
  for (const row of kept) {
    const { widths, cover } = row;
    await tx.update(photos).set({ widths, cover, sizesDue: true }).where(eq(photos.id, row.id));
  }
  const keysOf = (some: PhotoRow[]) => some.map((row) => row.key);
  return { withoutFiles: keysOf(lost), withoutSizes: keysOf(kept) };
}
