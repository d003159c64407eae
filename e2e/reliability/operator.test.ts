import { access, mkdir, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { addDays, today } from "../../app/calendar/civil-date.ts";
import { askAt, publish, register, removeAd } from "../../testing/advertiser.ts";
import { startBucket } from "../../testing/bucket.ts";
import { makeFolder } from "../../testing/folder.ts";
import { patience } from "../../testing/patience.ts";
import { startEmptyProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { type SiteProcess, startSite } from "../site-process.ts";
import { operator, spawnOperator } from "./operator-terminal.ts";

/** Fixed, because pages contain their URL and are compared byte by byte with a restored site's. */
const siteUrl = "https://mardeminas.example";
const site = shareSite(() => startEmptyProcess({ env: { SITE_URL: siteUrl } }));
let ask: ReturnType<typeof askAt>;
let cookie: string;
const folder = await makeFolder({ onDone: afterAll });

function publishAd(title: string, owner = cookie): Promise<void> {
  const fields = { title, valorDiaria: "350", datasIndisponiveis: "24/12/2030" };
  return publish(ask, owner, fields);
}

/** Addresses of photos, which contain a key of 22 characters. Share images contain an ad's id, and don't match. */
const photoAddress = /\/fotos\/[\w-]{11}\/\d+/g;

/** Starts a site restored into a new data folder, for the rest of the test. */
async function startRestored(name: string, file: string): Promise<SiteProcess> {
  const dataDir = join(folder, name);
  expect(await operator(dataDir, "restore", file)).toMatchObject({ code: 0, err: "" });
  const other = await startSite({ dataDir, env: { SITE_URL: siteUrl } });
  onTestFinished(async () => {
    await other.end("SIGTERM");
  });
  return other;
}

beforeAll(async () => {
  ask = askAt(site.url);
  cookie = await register(ask, "joao@example.com");
});

test("help exits with 0 and usage errors with 2", async () => {
  const help = await spawnOperator({ DATA_DIR: site.dataDir }, "--help");
  expect(help.code).toBe(0);
  for (const name of [
    "plano",
    "equipe",
    "usuarios",
    "anuncios",
    "mensagens",
    "fotos",
    "vitals",
    "backup",
    "backup-diario",
    "backup-falhou",
    "chave-de-backup",
    "verificar",
    "restore",
    "versao",
    "aceitar-banco",
  ]) {
    expect(help.out).toContain(`\n  ${name} `.trimEnd());
  }
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const told = await operator(site.dataDir, "versao", "--json");
  expect(JSON.parse(told.out)).toEqual({ number: version, builtAt: expect.any(String) });
  expect((await operator(site.dataDir)).code).toBe(2);
  expect((await spawnOperator({ DATA_DIR: site.dataDir }, "dançar")).code).toBe(2);
  expect((await operator(site.dataDir, "plano", "joao@example.com", "ouro")).code).toBe(2);
  const one = await operator(site.dataDir, "plano", "--help");
  expect(one).toMatchObject({ code: 0, err: "" });
  expect(one.out).toContain("plano <e-mail>");
  expect(one.out).toContain("--ate AAAA-MM-DD");
});

test("a plan is granted to a last day or for a term, and mistyped options grant nothing", async () => {
  const plan = (...args: string[]) =>
    operator(site.dataDir, "plano", "joao@example.com", "basico", ...args);
  const [year, month, day] = today().split("-");
  const mistyped = [
    ["--ate", "2030-02-30"],
    ["--ate"],
    ["--ata", "2030-01-31"],
    ["2030-01-31"],
    ["--por", "semana"],
    ["--por", "mes", "--ate", "2030-01-31"],
  ];
  for (const args of mistyped)
    expect(await plan(...args), args.join(" ")).toMatchObject({ code: 2 });
  const past = await plan("--ate", addDays(today(), -1));
  expect(past).toMatchObject({ code: 1, out: "", err: expect.stringContaining("já passou") });

  expect(await plan("--ate", today())).toEqual({
    code: 0,
    out: `joao@example.com agora tem o plano basico (1 anúncio) até ${day}/${month}/${year}.\n`,
    err: "",
  });
  const renewed = JSON.parse((await plan("--por", "30-dias", "--json")).out);
  expect(renewed).toMatchObject({ plano: "basico", validoAte: addDays(today(), 30) });
  const again = JSON.parse((await plan("--por", "30-dias", "--json")).out);
  expect(again).toMatchObject({ validoAte: addDays(today(), 60) });
  const users = JSON.parse((await operator(site.dataDir, "usuarios", "--json")).out);
  expect(users).toMatchObject([{ validoAte: addDays(today(), 60) }]);
});

test("changing a plan takes effect on the running site", async () => {
  await publishAd("Rancho Um");
  const refused = await ask("/posts/create", { headers: { Cookie: cookie } });
  expect(refused.headers.get("Location")).toBe("/");

  const changed = await operator(site.dataDir, "plano", "Joao@Example.com", "profissional");
  expect(changed).toEqual({
    code: 0,
    out: "joao@example.com agora tem o plano profissional (2 anúncios).\n",
    err: "",
  });
  await vi.waitFor(
    async () => expect(await (await fetch(site.url)).text()).toContain("Destaque"),
    patience,
  );
  await publishAd("Rancho Dois");

  const unknown = await operator(site.dataDir, "plano", "ninguem@example.com", "basico");
  expect(unknown).toEqual({
    code: 1,
    out: "",
    err: "Não há anunciante com o e-mail ninguem@example.com.\n",
  });
  const users = await operator(site.dataDir, "usuarios", "--json");
  expect(JSON.parse(users.out)).toMatchObject([
    { email: "joao@example.com", plano: "profissional", postsCriados: 2, postsPermitidos: 2 },
  ]);
});

test("a backup of the running site restores the same pages and photos into an empty folder", async () => {
  const file = join(folder, "copia.tar.gz");
  const saved = await operator(site.dataDir, "backup", file);
  expect(saved).toMatchObject({ code: 0, err: "" });
  expect(saved.out).toContain("1 anunciantes, 2 anúncios");

  const other = await startRestored("outra", file);
  const bytes = async (base: string, path: string) =>
    Buffer.from(await (await fetch(base + path)).arrayBuffer());
  const home = (await bytes(site.url, "/")).toString();
  expect((await bytes(other.url, "/")).toString()).toBe(home);
  const pages = new Set(home.match(/\/posts\/[0-9a-f-]{36}/g));
  const photos = new Set(home.match(photoAddress));
  expect(pages.size).toBe(2);
  expect(photos.size).toBeGreaterThanOrEqual(4);
  for (const path of [...pages, ...photos]) {
    // Pages name the covers until the share cards have been drawn again.
    await vi.waitFor(
      async () => expect(await bytes(other.url, path), path).toEqual(await bytes(site.url, path)),
      { timeout: 60_000, interval: 500 },
    );
  }

  const again = await operator(other.dataDir, "restore", file);
  expect(again.code).toBe(1);
  expect(again.err).toContain("Este site já tem anunciantes.");
});

test("a site lost with its backups is restored from a bucket by the key alone", async () => {
  const bucket = await startBucket(join(folder, "segundo-lugar"));
  const renamed = Object.entries(bucket.env).map(([name, value]) => [`BACKUP_${name}`, value]);
  const place: Record<string, string> = Object.fromEntries(renamed);
  const key = join(folder, "chave.txt");
  const copies = join(folder, "copias-perdidas");
  const rescued = join(folder, "resgatada");
  try {
    const made = await operator(folder, "chave-de-backup", key);
    const BACKUP_RECIPIENT = /^BACKUP_RECIPIENT=(age1\w+)$/m.exec(made.out)?.[1] ?? "";
    const env = { ...place, BACKUP_RECIPIENT, DATA_DIR: site.dataDir };
    const saved = await spawnOperator(env, "backup-diario", copies);
    expect(saved).toMatchObject({ code: 0, err: "" });
    const photos = (await bucket.keys()).filter((name) => name.includes("/fotos/"));
    expect(saved.out).toContain(`no segundo lugar: fotos novas, ${photos.length}.`);
    await rm(copies, { recursive: true });

    const lost = { ...place, DATA_DIR: rescued };
    expect(await spawnOperator(lost, "verificar", "--chave", key)).toMatchObject({ code: 0 });
    expect(await spawnOperator(lost, "restore", "--chave", key)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`2 anúncios, ${photos.length} arquivos de fotos`),
    });
    expect((await spawnOperator(lost, "verificar", "--chave")).code).toBe(2);

    bucket.fail("away");
    const failed = await spawnOperator(env, "backup-diario", copies);
    expect(failed.code).toBe(3);
    expect(failed.err).toContain("Conferido. Cópias guardadas: 1");
  } finally {
    await bucket.stop();
  }
}, 120_000);

/** Lists the backups; the photos are in a folder of their own beside them. */
async function listBackups(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => name !== "fotos").sort();
}

test("a daily backup verifies itself and deletes only its own oldest copies", async () => {
  const copies = join(folder, "copias");
  const listCopies = () => listBackups(copies);
  const first = await operator(site.dataDir, "backup-diario", copies, "2");
  expect(first).toMatchObject({ code: 0, err: "" });
  expect(first.out).toContain("1 anunciantes, 2 anúncios");
  expect(first.out).toContain("Conferido. Cópias guardadas: 1; apagadas: 0.");
  await writeFile(join(copies, "mar-de-minas-antes-da-reforma.tar.gz"), "de outra pessoa");
  const [oldest = ""] = await listCopies();

  await operator(site.dataDir, "backup-diario", copies, "2");
  const third = await operator(site.dataDir, "backup-diario", copies, "2");

  expect(third.out).toContain("Cópias guardadas: 2; apagadas: 1.");
  const kept = await listCopies();
  expect(kept).toHaveLength(3);
  expect(kept).toContain("mar-de-minas-antes-da-reforma.tar.gz");
  expect(kept).not.toContain(oldest);
  expect(await operator(folder, "verificar", join(copies, kept[0] ?? ""))).toMatchObject({
    code: 0,
    err: "",
  });
});

test("a daily backup that fails verification is set aside and no good copy is deleted", async () => {
  const copies = join(folder, "copias");
  const before = await listBackups(copies);
  const env = { DATA_DIR: site.dataDir, TMPDIR: join(folder, "nao-existe") };

  const failed = await spawnOperator(env, "backup-diario", copies, "1");

  expect(failed.code).toBe(1);
  expect(failed.err).toContain("O backup não passou na conferência");
  const after = await listBackups(copies);
  expect(after).toEqual(expect.arrayContaining(before));
  const [aside = ""] = after.filter((name) => !before.includes(name));
  expect(aside).toMatch(/\.tar\.gz\.nao-conferido$/);

  expect((await operator(site.dataDir, "backup-diario", copies, "3")).code).toBe(0);
  expect(await readdir(copies)).not.toContain(aside);
});

test("verification rejects missing files, truncated backups and bad arguments", async () => {
  const file = join(folder, "copia.tar.gz");
  const part = join(folder, "parte.tar.gz");
  const whole = await readFile(file);
  await writeFile(part, whole.subarray(0, whole.length - 1000));
  expect((await operator(folder, "verificar", part)).code).toBe(1);
  expect((await operator(folder, "verificar", join(folder, "nada"))).code).toBe(1);
  expect((await operator(folder, "verificar")).code).toBe(2);
  expect((await operator(folder, "backup-diario", folder, "nenhuma")).code).toBe(2);
});

test("restoring an invalid file changes nothing", async () => {
  const file = join(folder, "nada.tar.gz");
  await writeFile(file, "isto não é um backup");
  const dataDir = join(folder, "vazia");
  expect((await operator(dataDir, "restore", file)).code).toBe(1);
  expect(JSON.parse((await operator(dataDir, "usuarios", "--json")).out)).toEqual([]);
});

test("vitals prints the visitors' page speed by route", async () => {
  expect((await operator(site.dataDir, "vitals")).out).toBe("(nenhum)\n");
  expect((await operator(site.dataDir, "vitals", "sempre")).code).toBe(2);
  for (const LCP of [900, 1000, 5000]) {
    const report = { route: "search/routes/home", metrics: { LCP, CLS: 0.004 } };
    await fetch(`${site.url}/medidas`, { method: "POST", body: JSON.stringify(report) });
  }
  const vitals = await operator(site.dataDir, "vitals", "1", "--json");
  expect(JSON.parse(vitals.out)).toMatchObject([
    { route: "/", metric: "LCP", count: 3 },
    { route: "/", metric: "CLS", count: 3 },
  ]);
  const table = (await operator(site.dataDir, "vitals")).out;
  expect(table).toMatch(
    /^rota +medida +vezes +p50 +p75 +p95\n\/ +LCP +3 +\d+ ms +\d+ ms +\d+ ms\n/,
  );
});

test("ads can be listed and removed, and messages listed", async () => {
  const listed = JSON.parse((await operator(site.dataDir, "anuncios", "--json")).out);
  expect(listed.map((ad: { title: string }) => ad.title)).toEqual(["Rancho Dois", "Rancho Um"]);
  const removed = await operator(site.dataDir, "anuncios", "remover", listed[0].id);
  expect(removed).toMatchObject({ code: 0, out: 'O anúncio "Rancho Dois" foi excluído.\n' });
  // Another process removed it from the database, of which the page cache hears a moment later.
  await vi.waitFor(
    async () => expect((await fetch(`${site.url}/posts/${listed[0].id}`)).status).toBe(410),
    patience,
  );
  expect((await operator(site.dataDir, "anuncios", "remover", "x")).code).toBe(1);
  const mails: { id: string; content: { subject: string } }[] = JSON.parse(
    (await operator(site.dataDir, "mensagens", "--json")).out,
  );
  const told = mails.filter(({ content }) => content.subject.endsWith("foi removido"));
  expect(told).toHaveLength(1);
  const resent = await operator(site.dataDir, "mensagens", "reenviar", told[0]?.id ?? "");
  expect(resent).toMatchObject({ code: 0, out: "O e-mail vai sair de novo.\n" });
  expect((await operator(site.dataDir, "mensagens", "reenviar", "x")).code).toBe(1);
});

test("the sweep removes only files that have belonged to no ad for a day", async () => {
  const photos = join(site.dataDir, "fotos");
  const orphan = join(photos, "imoveis", "x", "images", "0", `${crypto.randomUUID()}-perdida`);
  const fresh = join(photos, "imoveis", "x", "images", "0", `${crypto.randomUUID()}-nova`);
  for (const path of [orphan, fresh]) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "400.jpg"), "x");
  }
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(orphan, "400.jpg"), yesterday, yesterday);
  const count = async () => (await readdir(join(photos, "imoveis"), { recursive: true })).length;
  const before = await count();

  const swept = await operator(site.dataDir, "fotos", "varrer", "--json");

  expect(JSON.parse(swept.out)).toEqual({ uploads: 0, photos: 0, folders: 1, cards: 0 });
  expect(await count()).toBe(before - 2);
  const home = await (await fetch(site.url)).text();
  const photo = home.match(photoAddress)?.[0];
  expect((await fetch(site.url + photo)).status).toBe(200);
});

test("commands use the database in DATABASE_URL", async () => {
  const lines = (await readFile(join(site.dataDir, "banco", "postmaster.pid"), "utf8")).split("\n");
  const password = (await readFile(join(site.dataDir, "banco.senha"), "utf8")).trim();
  const url = `postgres://postgres:${password}@127.0.0.1:${lines[3]}/mardeminas`;
  const env = { DATA_DIR: folder, DATABASE_URL: url, AUTH_SECRET: "x".repeat(32) };
  const users = await spawnOperator(env, "usuarios", "--json");
  expect(users).toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(users.out)).toMatchObject([{ email: "joao@example.com" }]);
});

test("deleting ads during a backup leaves no broken photos in it", async () => {
  const owner = await register(ask, "ana@example.com");
  await operator(site.dataDir, "plano", "ana@example.com", "profissional");
  for (const title of ["Rancho Três", "Rancho Quatro"]) await publishAd(title, owner);
  const ads: { id: string; email: string }[] = JSON.parse(
    (await operator(site.dataDir, "anuncios", "--json")).out,
  );
  const file = join(folder, "corrida.tar.gz");

  const saving = operator(site.dataDir, "backup", file);
  await vi.waitFor(() => access(`${file}.incompleto`), { timeout: 30_000, interval: 5 });
  for (const { id } of ads.filter(({ email }) => email === "ana@example.com")) {
    await removeAd(ask, owner, id);
  }
  expect(await saving).toMatchObject({ code: 0, err: "" });

  const other = await startRestored("corrida", file);
  const home = await (await fetch(other.url)).text();
  const paths = new Set(home.match(/\/posts\/[0-9a-f-]{36}/g));
  expect(paths.size).toBeGreaterThanOrEqual(1);
  for (const path of paths) {
    const page = await (await fetch(other.url + path)).text();
    const photos = new Set(page.match(photoAddress));
    expect(photos.size, path).toBeGreaterThanOrEqual(2);
    for (const photo of photos) expect((await fetch(other.url + photo)).status, photo).toBe(200);
  }
});
