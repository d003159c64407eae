import { execFile } from "node:child_process";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { cookiesOf } from "../../testing/cookies.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { startEmptySite } from "../prepared-site.ts";
import { removeData, type SiteProcess, startRefusedSite, startSite } from "../site-process.ts";
import { operator } from "./operator-terminal.ts";

const account = { email: "joao@example.com", password: "canastra" };

function send(site: SiteProcess, path: string, form: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams(form);
  return fetch(site.url + path, { method: "POST", body, redirect: "manual" });
}

async function publish(site: SiteProcess, cookie: string): Promise<number> {
  const form = new FormData();
  const fields = {
    ...{ title: "Rancho Um", body: "Texto", valorFds: "900", valorDiaria: "350" },
    ...{ telefone: "37900010264", localizacao: "Turvo", datasIndisponiveis: "" },
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const bytes = await makeJpeg(900, 600, { detail: true });
  form.append("images", new File([bytes as BlobPart], "frente.jpg", { type: "image/jpeg" }));
  const headers = { Cookie: cookie };
  const address = `${site.url}/posts/create`;
  return (await fetch(address, { method: "POST", body: form, headers, redirect: "manual" })).status;
}

function refusedStart(dataDir: string) {
  return startRefusedSite({ DATA_DIR: dataDir, PORT: "0", DEMO: "0" });
}

const acceptance = /aceite-o com npm run operador -- aceitar-banco\.\n$/;

test("a site refuses an older and an empty database, and accepts what the operator puts there", async () => {
  let site = await startEmptySite();
  onTestFinished(() => removeData(site));
  const { dataDir } = site;
  const restart = () => startSite({ dataDir, env: { DEMO: "0" } });
  await site.end("SIGTERM");
  const [database, older, kept] = ["banco", "banco.velho", "banco.guardado"].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  // Keeps the owner, unlike Node's cp.
  await promisify(execFile)("cp", ["-a", database, older]);
  site = await restart();
  await send(site, "/register", {
    ...{ displayName: "João", confirmPassword: account.password },
    ...account,
  });
  const file = join(dataDir, "copia.tar.gz");
  expect(await operator(dataDir, "backup", file)).toMatchObject({ code: 0 });
  await site.end("SIGKILL");
  site = await restart();
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
  const login = await send(site, "/login", account);
  expect(login.status).toBe(302);
  expect(await publish(site, cookiesOf(login))).toBe(302);
  expect(await (await fetch(site.url)).text()).toContain("Rancho Um");
  await site.end("SIGTERM");
});
