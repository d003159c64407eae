import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import { setPaused } from "../../listings/pause.server.ts";

const sharedSite = shareTestSite();

async function ask(site: TestSite, path: string, method = "GET") {
  const answer = await site.app.request(path, { method });
  const html = (await answer.text()).replaceAll("<!-- -->", "");
  const [, recent = ""] =
    /<section[^>]*aria-labelledby="recentes">(.*?)<\/section>/s.exec(html) ?? [];
  const titles = [...recent.matchAll(/<b>(Rancho[^<]*)<\/b>/g)].map(([, title]) => title);
  return { status: answer.status, html, titles };
}

function expectSearch(html: string): void {
  const [form = ""] = /<search>.*?<\/search>/s.exec(html) ?? [];
  const names = [...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);
  expect(names).toEqual(["localizacao", "entrada", "saida", "pessoas"]);
}

test("addresses that lead nowhere offer a search and the three newest houses", async () => {
  const site = await openTestSite();
  const empty = await ask(site, "/nada");
  expect(empty.status).toBe(404);
  expect(empty.html).not.toContain("Recém-publicadas");
  for (const n of [1, 2, 3, 4]) await publish(site, { title: `Rancho ${n}` });
  for (const path of ["/nada", "/posts/", "/a/b/c", `/posts/${crypto.randomUUID()}`, "/posts/x"]) {
    const { status, html, titles } = await ask(site, path.replace(/(.)\/$/, "$1"));
    expect(status, path).toBe(404);
    expect(html, path).toContain("Essa estrada não chega no lago");
    expect(html, path).toContain('<meta name="robots" content="noindex"/>');
    expect(html, path).toMatch(/<title>Página não encontrada · Mar de Minas<\/title>/);
    expect(titles, path).toEqual(["Rancho 4", "Rancho 3", "Rancho 2"]);
    expectSearch(html);
  }
  expect((await ask(site, "/nada", "POST")).status).toBe(404);
  expect((await site.app.request("/nada.data")).status).toBe(404);
});

test("an ad that is gone offers a search, and recent houses if none is like it", async () => {
  const site = await openTestSite();
  const { id, user } = await publish(site, { title: "Rancho parado", localizacao: "Turvo" });
  await publish(site, { title: "Rancho longe", localizacao: "Guapé" });
  await site.app.request("/search?pessoas=1");
  await setPaused(site.db, user.uid, id, true);
  const { status, html, titles } = await ask(site, `/posts/${id}`);
  expect(status).toBe(404);
  expect(html).toContain("Este anúncio está em pausa");
  expectSearch(html);
  const similar = /aria-labelledby="parecidos"/.test(html);
  expect(titles).toEqual(similar ? [] : ["Rancho longe"]);
  expect(html).toContain("Rancho longe");
});

test.each([
  ["/blog/nada", "Artigo não encontrado", "/blog"],
  ["/detalhes/99", "Local não encontrado", "/onde-visitar"],
  ["/alugar/paris", "Não conhecemos esse lugar", "/#escolha-no-mapa"],
])("%s leads to everything of its kind", async (path, title, to) => {
  const { status, html } = await ask(sharedSite(), path);
  expect(status).toBe(404);
  expect(html).toContain(`>${title}</h1>`);
  const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
  expect(main).toContain(`href="${to}"`);
});
