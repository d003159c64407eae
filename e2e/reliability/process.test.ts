import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { findFreePort } from "../../app/db/embedded/postmaster.server.ts";
import { askAt, register } from "../../testing/advertiser.ts";
import { makeFolder } from "../../testing/folder.ts";
import { startEmptyProcess } from "../prepared-site.ts";
import { removeData, startRefusedSite, startSite } from "../site-process.ts";
import { spawnOperator } from "./operator-terminal.ts";

test("a data folder that others could open is closed to them, kept from a second site, and released", async () => {
  const dataDir = await makeFolder();
  await chmod(dataDir, 0o755);
  // A proxy would answer 502 instead of refusing the connection.
  const site = await startSite({ dataDir, plainHttp: true });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  const second = await startRefusedSite({ DATA_DIR: dataDir, PORT: "0", DEMO: "0" });
  expect(second.code).toBe(1);
  expect(second.output.trim()).toBe(
    `Outro Mar de Minas já está usando a pasta de dados ${dataDir}. Pare-o antes, ou escolha outra com DATA_DIR.`,
  );
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect(await site.end("SIGTERM")).toBe(0);
  await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();

  await chmod(dataDir, 0o755);
  expect(await spawnOperator({ DATA_DIR: dataDir }, "usuarios")).toMatchObject({ code: 0 });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test("what keeps a site from starting is told in one sentence", async () => {
  const dataDir = await makeFolder();
  const file = join(dataDir, "arquivo");
  await writeFile(file, "");
  const database = `postgres://127.0.0.1:${await findFreePort()}/nada`;
  const outside = { DATABASE_URL: database, AUTH_SECRET: "x".repeat(32), DEMO: "0" };
  const refusals: [Record<string, string>, RegExp][] = [
    [{ PORT: "abc" }, /^PORT precisa ser um número de 0 a 65535\.$/],
    [{ DATA_DIR: file }, /^É um arquivo, e devia ser uma pasta: \S+arquivo\. Confira DATA_DIR\.$/],
    [{ HOST: "192.0.2.1" }, /^Esta máquina não tem o endereço 192\.0\.2\.1\. Corrija HOST/],
    [{ ...outside, WORKERS: "2" }, /^O banco de dados não responde\. .*ECONNREFUSED.*$/],
  ];
  for (const [env, sentence] of refusals) {
    const refused = await startRefusedSite({ DATA_DIR: dataDir, PORT: "0", ...env });
    expect(refused.output.trimEnd()).toMatch(sentence);
    expect(refused.code).toBe(1);
  }
  expect(await spawnOperator({ DATA_DIR: file }, "usuarios")).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^É um arquivo, e devia ser uma pasta: /),
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
