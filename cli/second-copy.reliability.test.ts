import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { getTableName } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findRun } from "../app/site/watch/job-runs.server.ts";
import { readOperatorConfig, type SecondPlaceSettings } from "../server/config.ts";
import { openContext, publish } from "../testing/backups.ts";
import { startBucket, type TestBucket } from "../testing/bucket.ts";
import { makeFolder } from "../testing/folder.ts";
import { signIn, type TestSite } from "../testing/site.ts";
import { tables } from "./archive.ts";
import type { OperatorContext } from "./context.ts";
import { dailyBackup } from "./daily-backup.ts";
import { createBackupKey } from "./encryption.ts";
import { restore, verify } from "./restore.ts";

/** A folder in memory, because BACKUP_DIR must be on another disk than the backups. */
const otherDisk = "/dev/shm";
let bucket: TestBucket;
let bucketFolder: string;

beforeAll(async () => {
  bucketFolder = join(otherDisk, `mar-de-minas-balde-${crypto.randomUUID()}`);
  bucket = await startBucket(bucketFolder);
});

afterEach(() => bucket.fail(null));

afterAll(async () => {
  await bucket?.stop();
  await rm(bucketFolder, { recursive: true, force: true });
});

async function makeKey(): Promise<{ chave: string; recipient: string }> {
  const chave = join(await makeFolder(), "chave.txt");
  const made = await createBackupKey([chave]);
  return { chave, ...(made.data as { recipient: string }) };
}

function settingsOf(env: Record<string, string>): SecondPlaceSettings {
  const read = readOperatorConfig(env);
  if ("problems" in read) throw new Error(read.problems.join("\n"));
  if (!read.config.secondPlace) throw new Error("no second place");
  return read.config.secondPlace;
}

function bucketEnv(recipient: string): Record<string, string> {
  const renamed = Object.entries(bucket.env).map(([name, value]) => [`BACKUP_${name}`, value]);
  return { ...Object.fromEntries(renamed), BACKUP_RECIPIENT: recipient };
}

/** A site with a second place, and the folder of its daily backups. */
async function openSaved() {
  const { chave, recipient } = await makeKey();
  const secondPlace = settingsOf(bucketEnv(recipient));
  const { site, context } = await openContext();
  const folder = await makeFolder();
  const daily = () => dailyBackup({ ...context, secondPlace }, [folder, "30"]);
  return { site, folder, daily, chave, secondPlace };
}

async function openElsewhere(
  secondPlace: SecondPlaceSettings,
): Promise<{ site: TestSite; context: OperatorContext }> {
  const { site, context } = await openContext();
  return { site, context: { ...context, secondPlace } };
}

async function readRows(site: TestSite): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of tables) {
    const rows = await site.db.select().from(table);
    all[getTableName(table)] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return { ...all, sessions: [] };
}

async function readPhotos(site: TestSite): Promise<Record<string, string>> {
  const root = join(site.dataDir, "fotos");
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const contents = paths.map(async (path) => [
    path.slice(root.length),
    await readFile(path, "base64"),
  ]);
  return Object.fromEntries(await Promise.all(contents));
}

test("a machine lost wholly is restored from a bucket, row by row and photo by photo", {
  // Each backup is restored into a PostgreSQL of its own.
  timeout: 90_000,
}, async () => {
  const { site, folder, daily, chave, secondPlace } = await openSaved();
  await signIn(site);
  await publish(site, "Rancho A", 2);
  expect(await daily()).toMatchObject({
    status: 0,
    text: expect.stringContaining("Copiado, cifrado, no segundo lugar: fotos novas, 10."),
  });
  expect(await findRun(site.db, "second-backup")).toMatchObject({ failures: 0, error: "" });
  const [rows, photos] = [await readRows(site), await readPhotos(site)];
  expect(Object.keys(photos)).toHaveLength(10);
  await rm(folder, { recursive: true });
  await rm(join(site.dataDir, "fotos"), { recursive: true });

  // The key alone suffices: the new machine may lack the recipient.
  const { site: restored, context } = await openElsewhere({ ...secondPlace, recipient: null });
  expect(await verify(context, [], { chave })).toMatchObject({ status: 0 });
  expect(await restore(context, [], { chave })).toMatchObject({
    status: 0,
    data: {
      ...{ photoFiles: 10, withoutFiles: [], withoutSizes: [] },
      since: { listedUntil: expect.any(Date) },
    },
  });
  expect(await readRows(restored)).toEqual(rows);
  expect(await readPhotos(restored)).toEqual(photos);
});

test("another key, no key and an unknown name restore nothing, and say why", async () => {
  const { site, daily, chave, secondPlace } = await openSaved();
  await publish(site, "Rancho A", 1);
  await daily();
  const { site: empty, context } = await openElsewhere(secondPlace);
  const other = await makeKey();

  await expect(restore(context, [], { chave: other.chave })).rejects.toThrow(
    "No segundo lugar não há backup completo que esta chave abra.",
  );
  const invalid = join(await makeFolder(), "nada.txt");
  await writeFile(invalid, "age1semchave");
  await expect(restore(context, [], { chave: invalid })).rejects.toThrow(
    `Em ${invalid} não há uma chave de backup`,
  );
  const unknown = restore(context, ["mar-de-minas-20200101T000000000Z.tar.gz"], { chave });
  await expect(unknown).rejects.toThrow(
    /^No segundo lugar não há mar-de-minas-20200101T0+Z\.tar\.gz\. Há:\nmar-de-minas-2/,
  );
  await expect(restore({ ...context, secondPlace: null }, [], { chave })).rejects.toThrow(
    "Diga onde estão as cópias: BACKUP_DIR",
  );
  expect(await empty.rows()).toMatchObject({ users: 0, posts: 0, photos: 0 });
  expect(await createBackupKey([chave])).toMatchObject({ status: 1 });
});
