import { expect, test } from "vitest";
import { refuseByQuota } from "../app/domain/accounts/account.server.ts";
import { publishOwnAd } from "../testing/own-ad.ts";
import { shareTestSite, signIn } from "../testing/site.ts";
import { textOf } from "../testing/text-of.ts";

// Texts that the specification or the contract quotes and no other test reads.
const sharedSite = shareTestSite();

test("a site without ads says so, welcomes, and leads to the first one", async () => {
  const site = sharedSite();
  const home = await (await site.app.request("/")).text();
  const words = textOf(home);
  const texts = ["Não foram encontrados posts", "Criar primeiro post", "Bem-vindo ao Mar de Minas"];
  for (const text of texts) expect(words).toContain(text);
  expect(home).toContain('placeholder="Diaria Valor até"');
  const { cookie } = await signIn(site);
  const dashboard = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  expect(textOf(await dashboard.text())).toContain("Criar primeiro post");
});

test("the saved ads are awaited, and an account that is gone is named", async () => {
  const site = sharedSite();
  expect(textOf(await (await site.app.request("/guardados")).text())).toContain("Carregando...");
  expect(refuseByQuota(null)).toMatchObject({ message: "Usuário não encontrado." });
});

test("an ad says which price and which facts it lacks", async () => {
  const site = sharedSite();
  const ad = await publishOwnAd(site, { valorDiaria: null });
  const words = textOf(await ad.read(`/posts/${ad.id}`));
  expect(words).toContain("Preço não disponível");
  await ad.set({ body: "" });
  expect(textOf(await ad.read(`/posts/${ad.id}`))).toContain("Informação não disponível");
});
