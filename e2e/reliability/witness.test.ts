import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askAt, logIn, publish, register } from "../../testing/advertiser.ts";
import { copyFolder, startEmptyProcess } from "../prepared-site.ts";
import { removeData, startRefusedSite, startSite } from "../site-process.ts";
import { operator } from "./operator-terminal.ts";

function refusedStart(dataDir: string) {
  return startRefusedSite({ DATA_DIR: dataDir, PORT: "0", DEMO: "0" });
}

const acceptance = /aceite-o com npm run operador -- aceitar-banco\.\n$/;

test("a site refuses an older and an empty database, and accepts what the operator puts there", async () => {
  let site = await startEmptyProcess();
  onTestFinished(() => removeData(site));
  const { dataDir } = site;
  const restart = () => startSite({ dataDir, env: { DEMO: "0" } });
  await site.end("SIGTERM");
  const [database, older, kept] = ["banco", "banco.velho", "banco.guardado"].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  await mkdir(older);
  await copyFolder(database, older);
  site = await restart();
  await register(askAt(site.url), "joao@example.com");
  const file = join(dataDir, "copia.tar.gz");
  expect(await operator(dataDir, "backup", file)).toMatchObject({ code: 0 });
  await site.end("SIGTERM");

  await rename(database, kept);
  await rename(older, database);
  const set = await refusedStart(dataDir);
  expect(set.code).toBe(1);
  expect(set.output).toMatch(/^O banco de dados é mais antigo do que já foi: /);
  expect(set.output).toMatch(acceptance);
  expect(await operator(dataDir, "aceitar-banco")).toMatchObject({ code: 0, err: "" });
  site = await restart();
  await site.end("SIGTERM");

  await rm(database, { recursive: true });
  const empty = await refusedStart(dataDir);
  expect(empty.code).toBe(1);
  expect(empty.output).toMatch(/^O banco de dados é outro, ou está vazio: /);
  expect(empty.output).toMatch(acceptance);

  expect(await operator(dataDir, "restore", file)).toMatchObject({ code: 0, err: "" });
  site = await restart();
  const ask = askAt(site.url);
  await publish(ask, await logIn(ask, "joao@example.com"), { title: "Rancho Um" });
  expect(await (await fetch(site.url)).text()).toContain("Rancho Um");
  await site.end("SIGTERM");
});
