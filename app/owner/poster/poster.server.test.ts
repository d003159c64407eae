import { expect, test } from "vitest";
import { publishOwnAd } from "../../../testing/own-ad.ts";
import { shareTestSite } from "../../../testing/site.ts";

const sharedSite = shareTestSite();

test("a poster is its owner's: others find nothing, visitors the login", async () => {
  const { id, get } = await publishOwnAd(sharedSite());
  const other = await publishOwnAd(sharedSite());
  const own = await get(`/posts/${id}/cartaz`);
  expect(own.status).toBe(200);
  expect(own.headers.get("Cache-Control")).toContain("private");
  const missing = crypto.randomUUID();
  for (const [ask, post] of [
    [other.get, id],
    [get, missing],
    [get, "1"],
  ] as const) {
    const answer = await ask(`/posts/${post}/cartaz`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("Erro ao carregar o post!");
  }
  for (const post of [id, missing]) {
    const answer = await sharedSite().app.request(`/posts/${post}/cartaz`);
    expect(answer.headers.get("Location")).toMatch(/^\/login/);
  }
});

test("the poster has title, place, size, number and the site's address, and no price", async () => {
  const { id, read } = await publishOwnAd(sharedSite(), {
    title: "Rancho <b>da</b> Enseada",
    localizacao: "Guapé",
    nomeContato: "Neide",
    quantidadeMaximaPessoas: 12,
    QuantidadeTotalQuartos: 1,
    lazer: ["Piscina"],
  });
  const [sheet = ""] = /<article[\s\S]*<\/article>/.exec(await read(`/posts/${id}/cartaz`)) ?? [];
  for (const part of [
    "Rancho &lt;b&gt;da&lt;/b&gt; Enseada",
    "Para alugar em Guapé",
    "Até 12 pessoas · 1 quarto · piscina",
    "Aponte a câmera do celular",
    "Falar com Neide",
    "(37) 90001-0264",
    'role="img"',
  ]) {
    expect(sheet).toContain(part);
  }
  // The code has the ad's address; on paper stands one that can be typed.
  expect(sheet).toMatch(new RegExp(`Código QR de https?://[^/]+/posts/${id}`));
  const paper = sheet.replace(/<[^>]+>/g, " ");
  expect(paper).toContain(/Código QR de https?:\/\/([^/]+)/.exec(sheet)?.[1]);
  expect(paper).not.toContain(id);
  expect(sheet).not.toContain("R$");
});
