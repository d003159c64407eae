import { createReadStream, createWriteStream } from "node:fs";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { eq, sql } from "drizzle-orm";
import tar from "tar-stream";
import { expect, test, vi } from "vitest";
import { deleteListing } from "../app/domain/listings/deletion.server.ts";
import { listFilesOf } from "../app/domain/photos/store.server.ts";
import { matchChanges } from "../app/domain/search/alerts/alert-matches.server.ts";
import { schema } from "../app/platform/db/all-tables.ts";
import { findRun, isFailing } from "../app/platform/web/watch/job-runs.server.ts";
import { watch } from "../testing/alerts.ts";
import { listArchives, listTitles, openContext, publish } from "../testing/backups.ts";
import { makeFolder } from "../testing/folder.ts";
import { oddCharacters } from "../testing/odd-characters.ts";
import { signIn, type TestSite } from "../testing/site.ts";
import { backup, writeArchive } from "./backup.ts";
import { dailyBackup } from "./daily-backup.ts";
import { restore, verify } from "./restore.ts";

/** Runs `work` once, after the backup has read its first file. */
function afterFirstFile(site: TestSite, work: () => Promise<unknown>): void {
  const { disk } = site.photoStore;
  const getBytes = disk.getBytes.bind(disk);
  let reads = 0;
  vi.spyOn(disk, "getBytes").mockImplementation(async (key) => {
    reads += 1;
    if (reads === 2) await work();
    return getBytes(key);
  });
}

/** Restores into an empty site and expects every photo to be complete. */
async function restoreElsewhere(file: string): Promise<TestSite> {
  const { site, context } = await openContext();
  expect(await restore(context, [file])).toMatchObject({ status: 0 });
  for (const photo of await site.db.select().from(schema.photos)) {
    for (const key of listFilesOf(photo)) {
      expect(await site.photoStore.disk.exists(key), key).toBe(true);
    }
  }
  return site;
}

test("a restored site has no sessions, and its ads are no news to those who wait for one like them", async () => {
  const { site, context } = await openContext();
  await signIn(site);
  await publish(site, "Rancho A", 1);
  await watch(site.db);
  const file = join(await makeFolder(), "copia.tar.gz");
  await writeArchive(context, file);
  const restored = await restoreElsewhere(file);
  expect(await restored.db.$count(schema.alerts)).toBe(1);
  expect(await matchChanges(restored.db)).toBe(0);
  expect(await restored.db.$count(schema.alertHits)).toBe(0);
  expect(await site.rows()).toMatchObject({ users: 2, sessions: 1 });
  expect(await restored.rows()).toMatchObject({ users: 2, sessions: 0 });
});

test("a restore reports what ended after its backup, and ends again by the former database or the list of the daily backups", async () => {
  const { site, context } = await openContext();
  const { user: gone } = await signIn(site);
  const { user: bia } = await signIn(site, { email: "bia@example.com" });
  const { staff, recoveryCodes, passkeys, outbox, alerts, users, endedRows } = schema;
  await site.db.insert(staff).values([{ userId: gone.uid }, { userId: bia.uid }]);
  // Whoever came back to the staff stays.
  await site.db.delete(staff).where(eq(staff.userId, bia.uid));
  await site.db.insert(staff).values({ userId: bia.uid });
  const codes = ["usado", "novo"].map((codeHash) => ({ userId: bia.uid, codeHash }));
  await site.owner.insert(recoveryCodes).values(codes);
  await site.owner
    .insert(passkeys)
    .values({ credentialId: "perdida", userId: bia.uid, publicKey: "x" });
  await watch(site.db);
  await site.db.delete(outbox);
  const letters = ["já saiu", "ainda não"].map((subject) => ({
    content: { kind: "letter", to: "a@example.com", subject, text: "" } as const,
  }));
  const [sent] = await site.db.insert(outbox).values(letters).returning({ id: outbox.id });
  const folder = await makeFolder();
  const file = join(folder, "copia.tar.gz");
  await writeArchive(context, file);
  await site.owner.delete(users).where(eq(users.id, gone.uid));
  await site.owner.delete(recoveryCodes).where(eq(recoveryCodes.codeHash, "usado"));
  await site.owner.delete(passkeys);
  await site.owner.delete(alerts);
  await site.db
    .update(outbox)
    .set({ state: "sent" })
    .where(eq(outbox.id, sent?.id ?? ""));

  const blind = await openContext();
  const report = await restore(blind.context, [file]);
  expect(report.text).toContain("Voltaram, também se terminaram depois do backup.");
  expect(report.text).toMatch(/ 2 pessoas da equipe\n.* 1 chaves de acesso\n.* 2 códigos de recup/);
  expect(report.text).toContain(`${sent?.id} para a@example.com: já saiu`);
  expect(await blind.site.db.$count(outbox, eq(outbox.state, "waiting"))).toBe(0);

  const { site: restored, context: target } = await openContext();
  const missing = restore(target, [file], { antes: join(folder, "outra") });
  await expect(missing).rejects.toThrow(/^Não há site em .*outra\. Confira --antes\.$/);
  const again = await restore(target, [file], { antes: site.databaseUrl });
  expect(again).toMatchObject({
    status: 0,
    data: { since: { ended: { users: 1, passkeys: 1, recovery_codes: 1, alerts: 1 } } },
  });
  expect(again.text).toMatch(/terminaram de novo agora:\n {2}1 contas\n/);
  expect(await restored.db.select().from(schema.users)).toMatchObject([
    { email: "bia@example.com" },
  ]);
  expect(await restored.db.select().from(schema.recoveryCodes)).toMatchObject([
    { codeHash: "novo" },
  ]);
  expect([await restored.db.$count(passkeys), await restored.db.$count(alerts)]).toEqual([0, 0]);
  expect(await restored.db.select().from(schema.outbox)).toMatchObject([
    { state: "waiting", content: { subject: "ainda não" } },
  ]);

  const old = { kind: "users", hash: "0".repeat(64), at: sql`now() - interval '31 days'` };
  await site.owner.insert(endedRows).values(old);
  await dailyBackup(context, [folder]);
  const list = join(folder, "terminados.txt");
  const written = await readFile(list);
  const { site: listed, context: third } = await openContext();
  await writeFile(list, written.subarray(0, -20));
  await expect(restore(third, [file])).rejects.toThrow(/^terminados.txt.* danificado/);
  await writeFile(list, written);
  const byList = await restore(third, [file]);
  const ended = { users: 1, passkeys: 1, recovery_codes: 1, alerts: 1, outbox: 1 };
  expect(byList.data).toMatchObject({ since: { ended, revived: { users: 1, passkeys: 0 } } });
  expect(byList.text).toMatch(/terminaram de novo agora:\n {2}1 contas\n/);
  expect(byList.text).toMatch(/Voltaram, também se terminaram depois de .*, quando terminados.txt/);
  expect(byList.text).toContain("para a@example.com: ainda não");
  expect(await listed.db.select().from(schema.users)).toMatchObject([{ email: "bia@example.com" }]);
  expect(await listed.db.select().from(schema.staff)).toMatchObject([{ userId: bia.uid }]);
  expect(await listed.db.select().from(schema.outbox)).toMatchObject([
    { state: "failed", content: { subject: "ainda não" } },
  ]);
  // The restored site goes on with the list, for older archives, too.
  const listHashes = async (one: TestSite) =>
    (await one.owner.select().from(endedRows)).map(({ hash }) => hash);
  const kept = await listHashes(site);
  expect(kept).not.toContain(old.hash);
  expect(await listHashes(listed)).toEqual(expect.arrayContaining(kept));
});

/** Finishes a photo as the job does that makes the other sizes of published ones. */
async function finishSizes(site: TestSite, key: string): Promise<void> {
  const [photo] = await site.db.select().from(schema.photos).where(eq(schema.photos.key, key));
  if (!photo) throw new Error("no such photo");
  const widths = [400, 800, 1200];
  for (const file of listFilesOf({ ...photo, widths })) await site.photoStore.disk.put(file, file);
  await site.db.update(schema.photos).set({ widths }).where(eq(schema.photos.key, key));
}

test("a backup leaves out an ad deleted meanwhile, includes a new one and new sizes, and loses no photo", async () => {
  const { site, context } = await openContext();
  const [kept, deleted] = [await publish(site, "Rancho A", 2), await publish(site, "Rancho B", 3)];
  const file = join(await makeFolder(), "copia.tar.gz");
  afterFirstFile(site, async () => {
    await deleteListing(site.db, site.photoStore, deleted.uid, deleted.id);
    await publish(site, "Rancho C", 1);
    for (const key of kept.keys) await finishSizes(site, key);
  });

  expect(await writeArchive(context, file)).toMatchObject({ withoutFiles: [] });

  expect(await verify(context, [file])).toMatchObject({ status: 0 });
  const restored = await restoreElsewhere(file);
  expect(await listTitles(restored)).toEqual(["Rancho A", "Rancho C"]);
  expect(await restored.rows()).toMatchObject({ posts: 2, photos: 3 });
  const photos = await restored.db.select().from(schema.photos);
  for (const { key, widths } of photos.filter(({ key }) => kept.keys.includes(key))) {
    expect(widths, key).toEqual([400, 800, 1200]);
  }
});

test("a daily backup without a photo that the site has lost is kept, fails and says so on the panel", async () => {
  const { site, context } = await openContext();
  const folder = await makeFolder();
  const { keys } = await publish(site, "Rancho A", 2);
  const [lost = ""] = keys;
  await site.photoStore.disk.deleteAll(lost);

  const result = await dailyBackup(context, [folder]);

  expect(result).toMatchObject({ status: 1, data: { withoutFiles: [lost], kept: 1 } });
  const [name = ""] = await listArchives(folder);
  expect(name).toMatch(/^mar-de-minas-\d{8}T\d{9}Z-v\d+\.\d+\.\d+\.tar\.gz$/);
  expect(await (await restoreElsewhere(join(folder, name))).rows()).toMatchObject({ photos: 1 });
  const run = await findRun(site.db, "backup");
  expect(run && isFailing(run)).toBe(true);
  expect(run?.succeededAt).toBeInstanceOf(Date);
  expect(run?.error).toBe("Fotos que o site tem sem os arquivos: 1.");

  await site.db.delete(schema.photos).where(eq(schema.photos.key, lost));
  expect(await dailyBackup(context, [folder])).toMatchObject({ status: 0, data: { kept: 2 } });
});

test("a failing photo store aborts the backup and leaves no file behind", async () => {
  const { site, context } = await openContext();
  await publish(site, "Rancho A", 1);
  const file = join(await makeFolder(), "copia.tar.gz");
  vi.spyOn(site.photoStore.disk, "getBytes").mockRejectedValue(new Error("bucket away"));

  await expect(writeArchive(context, file)).rejects.toThrow("bucket away");

  await expect(readFile(file)).rejects.toThrow("ENOENT");
  await expect(readFile(`${file}.incompleto`)).rejects.toThrow("ENOENT");
});

/** Replaces entries with the contents `change` returns; null drops the entry. */
async function repack(
  file: string,
  change: (name: string, content: Buffer) => Buffer | null,
): Promise<string> {
  const changed = `${file}.mudado`;
  const [extract, pack] = [tar.extract(), tar.pack()];
  const reading = pipeline(createReadStream(file), createGunzip(), extract);
  const writing = pipeline(pack, createGzip(), createWriteStream(changed));
  for await (const entry of extract) {
    const { name } = entry.header;
    const content = change(name, await buffer(entry as unknown as Readable));
    if (content) pack.entry({ name }, content);
  }
  pack.finalize();
  await Promise.all([reading, writing]);
  return changed;
}

test("verification accepts a good backup, and restore rejects altered or incomplete ones", async () => {
  const { site, context } = await openContext();
  const { keys } = await publish(site, `Rancho ${oddCharacters.join("")}`, 2);
  const file = join(await makeFolder(), "copia.tar.gz");
  expect(await backup(context, [file])).toMatchObject({ status: 0 });

  expect(await verify(context, [file])).toMatchObject({
    status: 0,
    text: `Conferidos em ${file}: 1 anunciantes, 1 anúncios, 10 arquivos de fotos.`,
  });

  const { site: empty, context: target } = await openContext();
  const photo = `fotos/${keys[1]}/800.jpg`;
  const damaged = "O backup está danificado: o conteúdo não confere.";
  const altered = await repack(file, (name, content) =>
    name === photo ? Buffer.from("outra coisa") : content,
  );
  await expect(restore(target, [altered])).rejects.toThrow(damaged);
  const lacking = await repack(file, (name, content) => (name === photo ? null : content));
  await expect(restore(target, [lacking])).rejects.toThrow(damaged);
  const cut = await repack(file, (name, content) => (name === "conferencia.json" ? null : content));
  await expect(restore(target, [cut])).rejects.toThrow("O backup está incompleto.");
  const part = `${file}.parte`;
  await writeFile(part, (await readFile(file)).subarray(0, -1000));
  for (const bad of [part, `${file}.nada`]) {
    await expect(verify(target, [bad])).rejects.toThrow();
    await expect(restore(target, [bad])).rejects.toThrow();
  }
  expect(await verify(target, [])).toMatchObject({ status: 2 });
  expect(await dailyBackup(target, [file, "nenhuma"])).toMatchObject({ status: 2 });
  expect(await empty.rows()).toMatchObject({ users: 0, posts: 0, photos: 0 });
});

test("a daily backup that can't be restored is set aside, names the row that hinders it, and costs no good one", async () => {
  const { site, context } = await openContext();
  await publish(site, "Rancho A", 1);
  const folder = await makeFolder();
  const daily = () => dailyBackup(context, [folder, "1"]);
  expect(await daily()).toMatchObject({ status: 0, data: { kept: 1, removed: 0 } });
  const good = await listArchives(folder);
  await site.owner.execute(sql`alter table posts drop constraint posts_title`);
  await site.owner.update(schema.posts).set({ title: "x".repeat(200) });

  const refused = await daily();

  expect(refused.status).toBe(1);
  expect(refused.text).toContain("O backup está danificado na linha 1 da tabela posts.");
  const after = await listArchives(folder);
  expect(after).toEqual(expect.arrayContaining(good));
  const [aside = ""] = after.filter((name) => !good.includes(name));
  expect(aside).toMatch(/\.tar\.gz\.nao-conferido$/);
  expect(refused.text).toContain(`ficou em ${join(folder, aside)}`);
  expect(await backup(context, [join(folder, "copia.tar.gz")])).toMatchObject({ status: 1 });

  await site.owner.update(schema.posts).set({ title: "Rancho A" });
  expect(await daily()).toMatchObject({ status: 0, data: { kept: 1, removed: 1 } });
  expect(await listArchives(folder)).not.toContain(aside);
});

test("restoring a version 1 archive keeps photos with any size, drops the others and fails", async () => {
  const { site, context } = await openContext();
  const { keys } = await publish(site, "Rancho A", 3);
  const file = join(await makeFolder(), "copia.tar.gz");
  await writeArchive(context, file);
  const oldArchive = await repack(file, (name, content) => {
    if (name === "conferencia.json" || name.startsWith(`fotos/${keys[0]}/`)) return null;
    if (name === `fotos/${keys[1]}/800.jpg`) return null;
    if (name !== "mar-de-minas.json") return content;
    return Buffer.from(JSON.stringify({ ...JSON.parse(content.toString()), version: 1 }));
  });
  const outcome = { status: 1, data: { withoutFiles: [keys[0]], withoutSizes: [keys[1]] } };

  expect(await verify(context, [oldArchive])).toMatchObject(outcome);
  const { site: restored, context: target } = await openContext();
  expect(await restore(target, [oldArchive])).toMatchObject(outcome);
  const rows = await restored.db.select().from(schema.photos).orderBy(schema.photos.position);
  expect(rows).toMatchObject([
    { key: keys[1], widths: [400], sizesDue: true },
    { key: keys[2], widths: [400, 800] },
  ]);
});

async function listMirrored(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, "fotos"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).sort();
}

test("daily backups share one copy of the photos, kept while any of them lists it", async () => {
  const { site, context } = await openContext();
  const folder = await makeFolder();
  const kept = await publish(site, "Rancho A", 1);
  const deleted = await publish(site, "Rancho B", 1);
  const daily = () => dailyBackup(context, [folder, "2"]);
  expect(await daily()).toMatchObject({ status: 0, data: { photoFiles: 10 } });
  const both = await listMirrored(folder);
  expect(both).toHaveLength(10);
  // These names are links to one file, so the disk holds it once.
  const photo = `fotos/${kept.keys[0]}/800.jpg`;
  const inodes = [site.dataDir, folder].map(async (root) => (await stat(join(root, photo))).ino);
  expect(new Set(await Promise.all(inodes)).size).toBe(1);

  await deleteListing(site.db, site.photoStore, deleted.uid, deleted.id);
  expect(await daily()).toMatchObject({ status: 0, data: { photoFiles: 5, kept: 2 } });
  expect(await listMirrored(folder)).toEqual(both);
  const [oldest = ""] = await listArchives(folder);
  expect(await listTitles(await restoreElsewhere(join(folder, oldest)))).toEqual([
    "Rancho A",
    "Rancho B",
  ]);

  expect(await daily()).toMatchObject({ status: 0, data: { kept: 2, removed: 1 } });
  expect(await listMirrored(folder)).toEqual(both.filter((name) => name.includes(kept.uid)));
  const [, newest = ""] = await listArchives(folder);
  expect(await listTitles(await restoreElsewhere(join(folder, newest)))).toEqual(["Rancho A"]);
});

test("a mirrored backup is restored as far as its photos exist, and names the missing ones", async () => {
  const { site, context } = await openContext();
  const folder = await makeFolder();
  const { keys } = await publish(site, "Rancho A", 2);
  await dailyBackup(context, [folder]);
  const [name = ""] = await listArchives(folder);
  const file = join(folder, name);
  await rm(join(folder, "fotos", keys[0] ?? ""), { recursive: true });
  // The file is replaced, not overwritten: the site's own is the same one.
  const damaged = join(folder, "fotos", keys[1] ?? "", "800.jpg");
  await rm(damaged);
  await writeFile(damaged, "outra coisa");

  const { site: restored, context: target } = await openContext();
  expect(await restore(target, [file])).toMatchObject({
    status: 1,
    data: { withoutFiles: [keys[0]], withoutSizes: [keys[1]] },
  });
  expect(await restored.db.select().from(schema.photos)).toMatchObject([
    { key: keys[1], widths: [400], sizesDue: true },
  ]);

  await rm(join(folder, "fotos"), { recursive: true });
  const { context: other } = await openContext();
  await expect(restore(other, [file])).rejects.toThrow("Faltam as fotos deste backup: a pasta");
});

test("a daily backup leaves space on the disk, and removes abandoned ones first", async () => {
  const { site, context } = await openContext();
  const folder = await makeFolder();
  await publish(site, "Rancho A", 1);
  await dailyBackup(context, [folder]);
  const good = await listArchives(folder);
  const [abandoned, running] = ["20200101T000000000Z", "20990101T000000000Z"].map(
    (stamp) => `mar-de-minas-${stamp}.tar.gz.incompleto`,
  ) as [string, string];
  for (const name of [abandoned, running]) await writeFile(join(folder, name), "x");
  const yesterday = new Date(Date.now() - 24 * 3_600_000);
  await utimes(join(folder, abandoned), yesterday, yesterday);

  const full = dailyBackup(context, [folder], undefined, Number.MAX_SAFE_INTEGER);

  await expect(full).rejects.toThrow(/^Falta espaço em disco para o backup: .+ MB livres/);
  expect(await listArchives(folder)).toEqual([...good, running].sort());
});
