import { existsSync } from "node:fs";
import { chmod, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { findFreePort } from "../../app/platform/db/embedded/postmaster.server.ts";
import { makeFolder } from "../../testing/folder.ts";
import { copyFolder } from "../prepared-site.ts";
import { startRefusedSite, startSite } from "../site-process.ts";
import { spawnOperator } from "./operator-terminal.ts";

test("a data folder that others could open is closed to them, kept from a second site as its port is, and released", async () => {
  const dataDir = await makeFolder();
  await copyFolder(inject("emptyDataDir"), dataDir);
  await chmod(dataDir, 0o755);
  // A proxy would answer 502 instead of refusing the connection.
  const site = await startSite({ dataDir, plainHttp: true });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  const second = await startRefusedSite({ DATA_DIR: dataDir, PORT: "0", DEMO: "0" });
  expect(second.code).toBe(1);
  expect(second.output.trim()).toBe(
    `Outro Mar de Minas já está usando a pasta de dados ${dataDir}. Pare-o antes, ou escolha outra com DATA_DIR.`,
  );
  const { port } = new URL(site.url);
  const elsewhere = join(dataDir, "outra");
  const sharing = { DATA_DIR: elsewhere, PORT: port, HOST: "127.0.0.1", DEMO: "0", WORKERS: "2" };
  expect(await startRefusedSite(sharing)).toEqual({
    code: 1,
    output: `A porta ${port} já está em uso. Escolha outra com PORT.\n`,
  });
  expect(existsSync(elsewhere)).toBe(false);
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  expect(await site.end("SIGTERM")).toBe(0);
  await expect(fetch(`${site.url}/healthz`)).rejects.toThrow();

  await chmod(dataDir, 0o755);
  expect(await spawnOperator({ DATA_DIR: dataDir }, "usuarios")).toMatchObject({ code: 0 });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});

test("a site that can't start says why in one sentence", async () => {
  const dataDir = await makeFolder();
  const file = join(dataDir, "arquivo");
  await writeFile(file, "");
  const database = `postgres://127.0.0.1:${await findFreePort()}/nada`;
  const outside = { DATABASE_URL: database, AUTH_SECRET: "x".repeat(32), DEMO: "0" };
  const refusals: [Record<string, string>, RegExp][] = [
    [{ PORT: "abc" }, /^PORT precisa ser um número de 0 a 65535\.$/],
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
  expect(await spawnOperator({ DATA_DIR: dataDir }, "usuarios")).toEqual({
    code: 1,
    out: "",
    err: `Não há site em ${dataDir}. Confira DATA_DIR.\n`,
  });
});
