import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectNode, root } from "../scripts/prepare.mjs";
import { makeJpeg } from "../testing/pictures.ts";
import { removeData, type SiteProcess, startSite } from "./site-process.ts";

/** Pages name their own address: a copy of the site elsewhere is compared with it byte by byte. */
const siteUrl = "https://mardeminas.example";
let site: SiteProcess;
let cookie: string;
let folder: string;

interface Told {
  code: number | null;
  out: string;
  err: string;
}

function operator(dataDir: string, ...args: string[]): Promise<Told> {
  const child = spawn(projectNode, ["operator/main.ts", ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on("exit", (code) => resolve({ code, out, err })));
}

async function register(email: string): Promise<string> {
  const form = { displayName: "João", email, password: "canastra", confirmPassword: "canastra" };
  const answer = await fetch(`${site.url}/register`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
  });
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function publish(title: string): Promise<number> {
  const form = new FormData();
  const fields = {
    title,
    body: "Texto",
    valorFds: "900",
    valorDiaria: "350",
    telefone: "37900010264",
    localizacao: "Turvo",
    datasIndisponiveis: "24/12/2030",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const bytes = await makeJpeg(900, 600, { detail: true });
  form.append("images", new File([bytes as BlobPart], "frente.jpg", { type: "image/jpeg" }));
  const answer = await fetch(`${site.url}/posts/create`, {
    method: "POST",
    body: form,
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  return answer.status;
}

beforeAll(async () => {
  site = await startSite({ env: { SITE_URL: siteUrl } });
  folder = await mkdtemp(join(tmpdir(), "mar-de-minas-operador-"));
  cookie = await register("joao@example.com");
});

afterAll(async () => {
  await site?.end("SIGTERM");
  if (site) await removeData(site);
  await rm(folder, { recursive: true, force: true });
});

test("help, and what is not understood, have their own exit status", async () => {
  const help = await operator(site.dataDir, "--help");
  expect(help.code).toBe(0);
  for (const name of [
    "plano",
    "usuarios",
    "anuncios",
    "mensagens",
    "fotos",
    "vitals",
    "backup",
    "restore",
  ]) {
    expect(help.out).toContain(`\n  ${name} `.trimEnd());
  }
  expect((await operator(site.dataDir)).code).toBe(2);
  expect((await operator(site.dataDir, "dançar")).code).toBe(2);
  expect((await operator(site.dataDir, "plano", "joao@example.com", "ouro")).code).toBe(2);
  const one = await operator(site.dataDir, "plano", "--help");
  expect(one).toMatchObject({ code: 0, err: "" });
  expect(one.out).toContain("plano <e-mail>");
});

test("a plan is changed beside the running site, and counts at once", async () => {
  expect(await publish("Rancho Um")).toBe(302);
  const refused = await fetch(`${site.url}/posts/create`, {
    headers: { Cookie: cookie },
    redirect: "manual",
  });
  expect(refused.headers.get("Location")).toBe("/");

  const told = await operator(site.dataDir, "plano", "Joao@Example.com", "profissional");
  expect(told).toEqual({
    code: 0,
    out: "joao@example.com agora tem o plano profissional (2 anúncios).\n",
    err: "",
  });
  expect(await (await fetch(site.url)).text()).toContain("Destaque");
  expect(await publish("Rancho Dois")).toBe(302);

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

test("backup beside the running site, restore onto an empty folder: the same pages and photos", async () => {
  const file = join(folder, "copia.tar.gz");
  const saved = await operator(site.dataDir, "backup", file);
  expect(saved).toMatchObject({ code: 0, err: "" });
  expect(saved.out).toContain("1 anunciantes, 2 anúncios");

  const dataDir = join(folder, "outra");
  const restored = await operator(dataDir, "restore", file);
  expect(restored).toMatchObject({ code: 0, err: "" });
  const other = await startSite({ dataDir, env: { SITE_URL: siteUrl } });
  const bytes = async (base: string, path: string) =>
    Buffer.from(await (await fetch(base + path)).arrayBuffer());
  const home = (await bytes(site.url, "/")).toString();
  expect((await bytes(other.url, "/")).toString()).toBe(home);
  const pages = new Set(home.match(/\/posts\/[0-9a-f-]{36}/g));
  const photos = new Set(home.match(/\/fotos\/[^"\s]+\.(?:avif|jpg)/g));
  expect(pages.size).toBe(2);
  expect(photos.size).toBeGreaterThanOrEqual(4);
  for (const path of [...pages, ...photos]) {
    expect(await bytes(other.url, path), path).toEqual(await bytes(site.url, path));
  }

  const again = await operator(dataDir, "restore", file);
  expect(again.code).toBe(1);
  expect(again.err).toContain("Este site já tem anunciantes.");
  await other.end("SIGTERM");
});

test("a backup that is none changes nothing", async () => {
  const file = join(folder, "nada.tar.gz");
  await writeFile(file, "isto não é um backup");
  const dataDir = join(folder, "vazia");
  expect((await operator(dataDir, "restore", file)).code).toBe(1);
  expect(JSON.parse((await operator(dataDir, "usuarios", "--json")).out)).toEqual([]);
});

test("vitals tells how fast the pages were for their visitors", async () => {
  expect((await operator(site.dataDir, "vitals")).out).toBe("(nenhum)\n");
  expect((await operator(site.dataDir, "vitals", "sempre")).code).toBe(2);
  for (const LCP of [900, 1000, 5000]) {
    const report = { route: "search/routes/home", metrics: { LCP, CLS: 0.004 } };
    await fetch(`${site.url}/medidas`, { method: "POST", body: JSON.stringify(report) });
  }
  const told = await operator(site.dataDir, "vitals", "1", "--json");
  expect(JSON.parse(told.out)).toMatchObject([
    { route: "/", metric: "LCP", count: 3 },
    { route: "/", metric: "CLS", count: 3 },
  ]);
  const table = (await operator(site.dataDir, "vitals")).out;
  expect(table).toMatch(
    /^rota +medida +vezes +p50 +p75 +p95\n\/ +LCP +3 +\d+ ms +\d+ ms +\d+ ms\n/,
  );
});

test("ads are listed and removed, messages are listed", async () => {
  const listed = JSON.parse((await operator(site.dataDir, "anuncios", "--json")).out);
  expect(listed.map((ad: { title: string }) => ad.title)).toEqual(["Rancho Dois", "Rancho Um"]);
  const removed = await operator(site.dataDir, "anuncios", "remover", listed[0].id);
  expect(removed).toMatchObject({ code: 0, out: 'O anúncio "Rancho Dois" foi excluído.\n' });
  expect((await fetch(`${site.url}/posts/${listed[0].id}`)).ok).toBe(false);
  expect((await operator(site.dataDir, "anuncios", "remover", "x")).code).toBe(1);
  expect((await operator(site.dataDir, "mensagens")).out).toBe("(nenhum)\n");
  expect((await operator(site.dataDir, "mensagens", "reenviar", "x")).code).toBe(1);
});

test("the sweep removes what has belonged to no ad for a day, and nothing else", async () => {
  const photos = join(site.dataDir, "fotos");
  const orphan = join(photos, "imoveis", "x", "images", "0", `${crypto.randomUUID()}-perdida`);
  const fresh = join(photos, "imoveis", "x", "images", "0", `${crypto.randomUUID()}-nova`);
  for (const path of [orphan, fresh]) {
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "400.jpg"), "x");
  }
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(join(orphan, "400.jpg"), yesterday, yesterday);
  const count = async () => (await readdir(photos, { recursive: true })).length;
  const before = await count();

  const swept = await operator(site.dataDir, "fotos", "varrer", "--json");

  expect(JSON.parse(swept.out)).toEqual({ uploads: 0, photos: 0, folders: 1 });
  expect(await count()).toBe(before - 2);
  const home = await (await fetch(site.url)).text();
  const photo = /\/fotos\/[^"\s]+\.jpg/.exec(home)?.[0];
  expect((await fetch(site.url + photo)).status).toBe(200);
});

test("with DATABASE_URL the operator works on that database", async () => {
  const lines = (await readFile(join(site.dataDir, "banco", "postmaster.pid"), "utf8")).split("\n");
  const password = (await readFile(join(site.dataDir, "banco.senha"), "utf8")).trim();
  const url = `postgres://postgres:${password}@127.0.0.1:${lines[3]}/mardeminas`;
  const child = spawn(projectNode, ["operator/main.ts", "usuarios", "--json"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: url, AUTH_SECRET: "x".repeat(32) },
  });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const code = await new Promise((resolve) => child.on("exit", resolve));
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject([{ email: "joao@example.com" }]);
});
