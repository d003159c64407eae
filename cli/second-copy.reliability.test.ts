import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { getTableName } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { deleteListing } from "../app/listings/deletion.server.ts";
import { listProblems } from "../app/panel/today/upkeep.server.ts";
import { findRun } from "../app/site/watch/job-runs.server.ts";
import { readOperatorConfig, type SecondPlaceSettings } from "../server/config.ts";
import { listArchives, listTitles, openContext, publish } from "../testing/backups.ts";
import { startBucket, type TestBucket } from "../testing/bucket.ts";
import { makeFolder } from "../testing/folder.ts";
import { signIn, type TestSite } from "../testing/site.ts";
import { tables } from "./archive.ts";
import type { OperatorContext } from "./context.ts";
import { dailyBackup } from "./daily-backup.ts";
import { createBackupKey } from "./encryption.ts";
import { restore, verify } from "./restore.ts";
import { copyToSecondPlace } from "./second-copy.ts";

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
async function openSaved(env: (recipient: string) => Record<string, string>) {
  const { chave, recipient } = await makeKey();
  const secondPlace = settingsOf(env(recipient));
  const { site, context } = await openContext();
  const folder = await makeFolder();
  const withPlace = { ...context, secondPlace };
  const daily = (copies = "30") => dailyBackup(withPlace, [folder, copies]);
  return { site, context: withPlace, folder, daily, chave, secondPlace };
}

async function openInFolder() {
  const place = await makeFolder({ parent: otherDisk });
  const saved = await openSaved((BACKUP_RECIPIENT) => ({ BACKUP_DIR: place, BACKUP_RECIPIENT }));
  return { ...saved, place };
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

async function listCopies(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
}

const isArchive = (path: string) => path.endsWith(".tar.gz.age");

// Each backup is restored into a PostgreSQL of its own.
const severalBackups = { timeout: 90_000 };

test.each(["a bucket", "a folder on another disk"])(
  "a machine lost wholly is restored from %s, row by row and photo by photo",
  severalBackups,
  async (kind) => {
    const saved = await (kind === "a bucket" ? openSaved(bucketEnv) : openInFolder());
    const { site, folder, daily, chave, secondPlace } = saved;
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
      data: { photoFiles: 10, withoutFiles: [], withoutSizes: [] },
    });
    expect(await readRows(restored)).toEqual(rows);
    expect(await readPhotos(restored)).toEqual(photos);
  },
);

test("the second place gets only new photos, as age files, and loses what no archive lists", async () => {
  const { site, daily, place, folder } = await openInFolder();
  const kept = await publish(site, "Rancho A", 1);
  const deleted = await publish(site, "Rancho B", 1);
  await daily("2");
  const first = await listCopies(place);
  expect(first.filter((path) => !isArchive(path))).toHaveLength(10);
  for (const path of first) {
    const content = await readFile(path, "latin1");
    expect(content).toMatch(/^age-encryption\.org\/v1\n-> X25519 /);
    expect(content).not.toContain("Rancho");
  }

  await deleteListing(site.db, site.photoStore, deleted.uid, deleted.id);
  expect((await daily("2")).text).toContain("fotos novas, 0.");
  expect(await listCopies(place)).toEqual(expect.arrayContaining(first));

  await daily("2");
  const last = await listCopies(place);
  expect(last.filter(isArchive).map((path) => basename(path, ".age"))).toEqual(
    await listArchives(folder),
  );
  const photos = last.filter((path) => !isArchive(path));
  expect(photos).toEqual(first.filter((path) => path.includes(kept.uid)));
}, 90_000);

test("after a restore, the photos of older copies stay until those are gone", async () => {
  const { site, daily, place, chave, secondPlace } = await openInFolder();
  const ad = await publish(site, "Rancho A", 1);
  await daily("2");
  const { site: restored, context } = await openElsewhere(secondPlace);
  await restore(context, [], { chave });
  await deleteListing(restored.db, restored.photoStore, ad.uid, ad.id);
  const folder = await makeFolder();
  const photos = async () => (await listCopies(place)).filter((path) => !isArchive(path));

  expect(await dailyBackup(context, [folder, "2"])).toMatchObject({ status: 0 });
  expect(await photos()).toHaveLength(5);
  const [oldest = ""] = (await listCopies(place)).filter(isArchive);
  const { site: again, context: other } = await openElsewhere(secondPlace);
  expect(await restore(other, [basename(oldest)], { chave })).toMatchObject({ status: 0 });
  expect(await listTitles(again)).toEqual(["Rancho A"]);

  await dailyBackup(context, [folder, "2"]);
  expect(await photos()).toEqual([]);
}, 90_000);

test("another key, no key and an unknown name restore nothing, and say why", async () => {
  const { site, daily, chave, secondPlace } = await openInFolder();
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

/** Changes one bit in the middle of a file. */
async function tamper(path: string): Promise<void> {
  const content = await readFile(path);
  const middle = content.length >> 1;
  content[middle] = (content[middle] ?? 0) ^ 1;
  await writeFile(path, content);
}

test("a changed or truncated archive restores nothing, and a changed photo is left out", async () => {
  const { site, daily, place, chave, secondPlace } = await openInFolder();
  const { keys } = await publish(site, "Rancho A", 1);
  await daily();
  const paths = await listCopies(place);
  const archive = paths.find(isArchive) ?? "";
  const whole = await readFile(archive);
  const { site: restored, context } = await openElsewhere(secondPlace);
  const damaged = /^A cópia mar-de-minas-.+ não pôde ser lida até o fim: está danificada/;

  await tamper(archive);
  await expect(restore(context, [], { chave })).rejects.toThrow(damaged);
  await writeFile(archive, whole.subarray(0, whole.length - 1000));
  await expect(restore(context, [], { chave })).rejects.toThrow(damaged);
  expect(await restored.rows()).toMatchObject({ users: 0, posts: 0, photos: 0 });

  await writeFile(archive, whole);
  await tamper(paths.find((path) => path.endsWith("800.jpg.age")) ?? "");
  expect(await restore(context, [], { chave })).toMatchObject({
    status: 1,
    data: { withoutFiles: [], withoutSizes: keys },
  });
});

test("a copy interrupted half-way doesn't count, and the next backup completes it", async () => {
  const { site, context, folder, daily, chave } = await openSaved(bucketEnv);
  await publish(site, "Rancho A", 1);
  bucket.fail("away", /^PUT .*\.(?:jpg|gz)\.age/);

  const failed = await daily();
  expect(failed).toMatchObject({
    status: 3,
    text: expect.stringContaining("Mas a cópia no segundo lugar falhou"),
  });
  const [name = ""] = await listArchives(folder);
  expect(await verify(context, [join(folder, name)])).toMatchObject({ status: 0 });
  await expect(restore(context, [], { chave })).rejects.toThrow("não há backup completo");
  expect((await findRun(site.db, "backup"))?.failedAt).toBeNull();
  const roomy = { bytes: 50e9, share: 0.5, isLow: false };
  expect(await listProblems(site.db, roomy)).toEqual([
    expect.stringMatching(/^Cópia do backup em outro lugar falhou em \d\d\/\d\d\/\d{4}/),
  ]);

  bucket.fail(null);
  expect(await daily()).toMatchObject({ status: 0 });
  expect(await listProblems(site.db, roomy)).toEqual([]);
  expect(await verify(context, [], { chave })).toMatchObject({ status: 0 });
}, 90_000);

test("an unfinished file in a folder isn't a backup, and is removed by the next one", async () => {
  const { site, daily, place, chave, secondPlace } = await openInFolder();
  await publish(site, "Rancho A", 1);
  await daily();
  const [archive = ""] = (await listCopies(place)).filter(isArchive);
  const later = archive.replace(/mar-de-minas-\d{4}/, "mar-de-minas-2099");
  await writeFile(`${later}.incompleto`, (await readFile(archive)).subarray(0, 500));

  const { context } = await openElsewhere(secondPlace);
  expect(await restore(context, [], { chave })).toMatchObject({ status: 0 });
  await daily();
  expect(await listCopies(place)).not.toContain(`${later}.incompleto`);
});

test("without a recipient, nothing is copied and the backup itself is good", async () => {
  const place = await makeFolder({ parent: otherDisk });
  const { site, context } = await openContext();
  const folder = await makeFolder();
  const secondPlace = settingsOf({ BACKUP_DIR: place });

  expect(await dailyBackup({ ...context, secondPlace }, [folder])).toMatchObject({
    status: 3,
    text: expect.stringContaining("As cópias dos backups só saem daqui cifradas"),
  });
  expect(await listCopies(place)).toEqual([]);
  expect(await listArchives(folder)).toHaveLength(1);

  // If no second place is wanted any more, its failure is no longer a problem.
  await dailyBackup(context, [folder]);
  expect(await findRun(site.db, "second-backup")).toBeNull();
});

test("a folder that isn't mounted, is on the same disk or has no space is refused", async () => {
  const { site, context, folder, secondPlace, place } = await openInFolder();
  await publish(site, "Rancho A", 1);
  await dailyBackup({ ...context, secondPlace: null }, [folder]);
  const [name = ""] = await listArchives(folder);
  const copyTo = (path: string, spare = 0) =>
    copyToSecondPlace({ ...secondPlace, place: { folder: path } }, join(folder, name), 30, spare);
  const sameDisk = await makeFolder();

  await expect(copyTo(join(place, "nada"))).rejects.toThrow(/não existe\. O disco está montado\?$/);
  await expect(copyTo(sameDisk)).rejects.toThrow(/está no mesmo disco que os backups/);
  await expect(copyTo(place, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    `Falta espaço em disco para o backup: ${place} tem`,
  );
  expect([...(await listCopies(place)), ...(await listCopies(sameDisk))]).toEqual([]);
});
