import { join } from "node:path";
import { expect, test } from "vitest";
import { signInOperator } from "../../../testing/operator.ts";
import { shareTestSite, type TestSite } from "../../../testing/site.ts";

const runner = {
  SITE_LEGAL_NAME: "Mar de Minas Ltda.",
  SITE_CNPJ: "11222333000181",
  SITE_ADDRESS: "Rua do Cais, 1, Capitólio/MG",
  SITE_PRIVACY_CONTACT: "Ana Lima, dados@mardeminas.example",
};

const sharedSite = shareTestSite(runner);

async function read({ app }: Pick<TestSite, "app">, path: string, cookie = "") {
  const answer = await app.request(path, { headers: { Cookie: cookie } });
  return (await answer.text()).replaceAll("<!-- -->", "");
}

test("footer, contact and terms say who runs the site, and the panel asks for nothing more", async () => {
  const site = sharedSite();
  const words = "Mar de Minas Ltda., CNPJ 11.222.333/0001-81, Rua do Cais, 1, Capitólio/MG";
  for (const path of ["/", "/blog", "/contato", "/termos-e-condicoes"]) {
    const html = await read(site, path);
    expect(html.slice(html.indexOf("<footer")), path).toContain(words);
  }
  expect(await read(site, "/contato")).toContain(`Quem mantém o site: ${words}.`);
  for (const path of ["/contato", "/termos-e-condicoes"]) {
    expect(await read(site, path)).toContain("Ana Lima");
  }
  const { cookie } = await signInOperator(site);
  expect(await read(site, "/operador/mais", cookie)).not.toContain(
    "O site ainda não diz quem o mantém",
  );
});

test("without the settings no page mentions anyone, and the panel says what is missing", async () => {
  const { createApp } = await import(join(import.meta.dirname, "../../../build/server/index.js"));
  const unset = { legalName: null, address: null, privacyContact: null };
  const site = sharedSite();
  const app = createApp({ ...site, pageCache: null, runner: { ...site.runner, ...unset } }, null);
  expect(await read({ app }, "/contato")).not.toContain("Encarregado");
  const { cookie } = await signInOperator(site);
  expect(await read({ app }, "/operador/mais", cookie)).toContain(
    "falta SITE_LEGAL_NAME, SITE_ADDRESS e SITE_PRIVACY_CONTACT.",
  );
});
