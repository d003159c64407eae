import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { askAt, publish, register } from "../../testing/advertiser.ts";
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
const photoAddress = /\/fotos\/[\w-]{22}\/\d+/g;

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
  const help = await operator(site.dataDir, "--help");
  expect(help.code).toBe(0);
  for (const name of ["plano", "equipe", "backup-diario", "restore", "aceitar-banco"]) {
    expect(help.out).toContain(`\n  ${name} `);
  }
  const { version } = JSON.parse(await readFile("package.json", "utf8"));
  const shown = await operator(site.dataDir, "versao", "--json");
  expect(JSON.parse(shown.out)).toEqual({ number: version, builtAt: expect.any(String) });
  expect((await operator(site.dataDir)).code).toBe(2);
  const dance = await spawnOperator({ DATA_DIR: site.dataDir }, "dançar");
  expect([dance.code, dance.err]).toEqual([2, expect.stringMatching(/^Não há o comando dançar\./)]);
  const misspelt = await operator(site.dataDir, "plano", "joao@example.com", "basico", "--atee");
  expect(misspelt.code).toBe(2);
  expect(misspelt.err).toMatch(/^Não há a opção --atee/);
  expect((await operator(site.dataDir, "plano", "joao@example.com", "ouro")).code).toBe(2);
  const one = await operator(site.dataDir, "plano", "--help");
  expect(one).toMatchObject({ code: 0, err: "" });
  expect(one.out).toContain("plano <e-mail>");
  expect(one.out).toContain("--ate AAAA-MM-DD");
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
    expect(await bytes(other.url, path), path).toEqual(await bytes(site.url, path));
  }

  const again = await operator(other.dataDir, "restore", file);
  expect(again.code).toBe(1);
  expect(again.err).toContain("Este site já tem anunciantes.");
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
  const letters = mails.filter(({ content }) => content.subject.endsWith("foi removido"));
  expect(letters).toHaveLength(1);
  const resent = await operator(site.dataDir, "mensagens", "reenviar", letters[0]?.id ?? "");
  expect(resent).toMatchObject({ code: 0, out: "O e-mail vai sair de novo.\n" });
  expect((await operator(site.dataDir, "mensagens", "reenviar", "x")).code).toBe(1);
});
