import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, stat } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test, vi } from "vitest";
import { startEmbeddedDatabase } from "../../app/db/embedded/embedded.server.ts";
import { projectNode, root } from "../../scripts/prepare.mjs";
import { askAt, password, post, register } from "../../testing/advertiser.ts";
import { startEmptyProcess } from "../prepared-site.ts";
import { removeData, startRefusedSite, startSite } from "../site-process.ts";

test("SIGTERM stops the site cleanly and releases its data folder", async () => {
  // A proxy would answer 502 instead of refusing the connection.
  const site = await startSite({ plainHttp: true });
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect(await site.end("SIGTERM")).toBe(0);
  await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();
  const again = await startSite({ dataDir: site.dataDir });
  expect(await again.end("SIGTERM")).toBe(0);
  await removeData(site);
});

test("a data folder that others could open is closed to them at the start", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "mar-de-minas-aberta-"));
  await chmod(dataDir, 0o755);
  const site = await startSite({ dataDir });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  await site.end("SIGTERM");
  await chmod(dataDir, 0o755);
  const operator = ["cli/main.ts", "usuarios"];
  spawnSync(projectNode, operator, { cwd: root, env: { ...process.env, DATA_DIR: dataDir } });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  await removeData(site);
});

test("restarting after a kill recovers the database with everything confirmed", async () => {
  const site = await startEmptyProcess();
  await register(askAt(site.url), "joao@example.com");
  await site.end("SIGKILL");

  const again = await startSite({ dataDir: site.dataDir });

  const login = await askAt(again.url)("/login", post({ email: "joao@example.com", password }));
  expect(login.status).toBe(302);
  expect(login.headers.get("Location")).toBe("/");
  expect(await again.end("SIGTERM")).toBe(0);
  await removeData(site);
});

test("a second site on the same folder is refused with a message, and the first keeps running", async () => {
  const site = await startEmptyProcess();
  const second = await startRefusedSite({ DATA_DIR: site.dataDir, PORT: "0", DEMO: "0" });
  expect(second.code).toBe(1);
  expect(second.output.trim()).toBe(
    `Outro Mar de Minas já está usando a pasta de dados ${site.dataDir}. Pare-o antes, ou escolha outra com DATA_DIR.`,
  );
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  await site.end("SIGTERM");
  await removeData(site);
});

test("a database whose column a newer version dropped is refused with a message", async () => {
  const site = await startEmptyProcess();
  await site.end("SIGTERM");
  const database = await startEmbeddedDatabase(site.dataDir);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('depois', 9999999999999)",
  );
  await client.query('alter table "posts" drop column "enderecoCompleto"');
  await client.end();
  await database.stop();

  const refused = await startRefusedSite({ DATA_DIR: site.dataDir, PORT: "0", DEMO: "0" });

  expect(refused).toEqual({
    code: 1,
    output:
      "Este banco de dados já foi atualizado por uma versão mais nova do Mar de Minas. Atualize o programa, ou reponha um backup em um banco vazio.\n",
  });
  await removeData(site);
});

test("DEMO=0 without SITE_URL is refused with a message", async () => {
  const refused = await startRefusedSite({ DEMO: "0", SITE_URL: "" });
  expect(refused).toEqual({
    code: 1,
    output:
      "Com DEMO=0 é preciso indicar também SITE_URL, o endereço do site, como https://mardeminas.com.br: os links dos e-mails levam a ele.\n",
  });
});

test("without SITE_URL links in e-mails use the actual port, not the Host header", async () => {
  const email = "joao@example.com";
  const first = await startEmptyProcess();
  await register(askAt(first.url), email);
  await first.end("SIGTERM");
  // DEMO=1 starts quickly here: a site with an advertiser gets no sample ads.
  const env = { DEMO: "1", SITE_URL: "", PORT: "0" };
  const site = await startSite({ dataDir: first.dataDir, plainHttp: true, env });
  const address = /no ar em (http:\/\/localhost:[1-9]\d*)/.exec(site.output())?.[1] ?? "";
  expect(await postWithHost("evil.example", address, { intent: "reset", email })).toBe(200);
  const outbox = join(site.dataDir, "outbox");
  const text = await vi.waitUntil(async () => {
    const names = await readdir(outbox).catch(() => []);
    const files = names.filter((name) => name.endsWith(".eml"));
    const texts = await Promise.all(files.map((name) => readFile(join(outbox, name), "utf8")));
    return texts.find((each) => each.includes("/nova-senha/"));
  }, 30_000);
  expect(text).toContain(`${address}/nova-senha/`);
  expect(text).not.toContain("evil.example");
  await site.end("SIGTERM");
  await removeData(site);
});

/** Posts with a forged Host header, which fetch would not send. */
function postWithHost(
  host: string,
  address: string,
  form: Record<string, string>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(`${address}/login`, {
      method: "POST",
      headers: { Host: host, "Content-Type": "application/x-www-form-urlencoded" },
    });
    asking.on("response", (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.on("error", reject);
    asking.end(String(new URLSearchParams(form)));
  });
}

test("an invalid variable and a port in use are refused with a message", async () => {
  const wrong = await startRefusedSite({ PORT: "abc" });
  expect(wrong).toEqual({ code: 1, output: "PORT precisa ser um número de 0 a 65535.\n" });

  const other = createServer();
  await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
  const { port } = other.address() as AddressInfo;
  const site = await startEmptyProcess();
  await site.end("SIGTERM");
  const taken = await startRefusedSite({
    PORT: String(port),
    HOST: "127.0.0.1",
    DATA_DIR: site.dataDir,
    DEMO: "0",
  });
  expect(taken.code).toBe(1);
  expect(taken.output).toContain(`A porta ${port} já está em uso. Escolha outra com PORT.`);
  other.close();
  await removeData(site);
});
