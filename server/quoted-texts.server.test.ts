import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { refuseByQuota } from "../app/domain/accounts/account.server.ts";
import { users } from "../app/platform/db/schema.ts";
import { calendarOf } from "../testing/feed-host.ts";
import { connect, shareFeedSite } from "../testing/feed-owner.ts";
import { htmlOf, join, openListBrowser, shareList } from "../testing/group-lists.ts";
import { hideListings } from "../testing/hide-listings.ts";
import { signInOperator } from "../testing/operator.ts";
import { publishOwnAd } from "../testing/own-ad.ts";
import { soon, storeQuestion } from "../testing/questions.ts";
import { signIn } from "../testing/site.ts";
import { textOf } from "../testing/text-of.ts";

// Texts that the specification or the contract quotes and no other test reads.
const openOwner = await shareFeedSite();

test("a site without ads says so, welcomes, and leads to the first one", async () => {
  const { site } = await openOwner();
  await hideListings(site);
  const home = await (await site.app.request("/")).text();
  const words = textOf(home);
  for (const text of [
    "Não foram encontrados posts",
    "Criar primeiro post",
    "Bem-vindo ao Mar de Minas",
  ]) {
    expect(words).toContain(text);
  }
  expect(home).toContain('placeholder="Diaria Valor até"');
  const { cookie } = await signIn(site);
  const dashboard = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  expect(textOf(await dashboard.text())).toContain("Criar primeiro post");
});

test("the saved ads are awaited, and an account that is gone is named", async () => {
  const { site } = await openOwner();
  expect(textOf(await (await site.app.request("/guardados")).text())).toContain("Carregando...");
  expect(refuseByQuota(null)).toMatchObject({ message: "Usuário não encontrado." });
});

test("an ad says which price and which facts it lacks", async () => {
  const { site } = await openOwner();
  const ad = await publishOwnAd(site, { valorDiaria: null });
  const words = textOf(await ad.read(`/posts/${ad.id}`));
  expect(words).toContain("Preço não disponível");
  await ad.set({ body: "" });
  expect(textOf(await ad.read(`/posts/${ad.id}`))).toContain("Informação não disponível");
});

test("an owner's pages name what can be done", async () => {
  const owner = await openOwner();
  const { site, id, uid, other, cookie } = owner;
  const read = async (path: string) =>
    textOf(await (await site.app.request(path, { headers: { Cookie: cookie } })).text());
  expect(await read("/dashboard")).toContain("Usar como modelo");
  expect(await read(`/posts/${id}/calendario`)).toContain("Conectar");
  await connect(owner, other.serve("/calendario.ics", calendarOf()));
  const connected = await read(`/posts/${id}/calendario`);
  for (const text of ["Sincronizar agora", "Gerar novo endereço"])
    expect(connected).toContain(text);
  await storeQuestion(site, { uid, postId: id });
  const questions = await read("/perguntas");
  for (const text of ["Está livre", "Está ocupado", "Já respondi"])
    expect(questions).toContain(text);
});

test("a group votes with 'Quero esta' and 'Não quero'", async () => {
  const { site, id } = await openOwner();
  const visitor = openListBrowser(site);
  const path = await shareList(visitor, [id], { entrada: soon(200), saida: soon(202) });
  await join(visitor, path, "Ana");
  const words = textOf(await htmlOf(await visitor.get(path)));
  for (const text of ["Quero esta", "Não quero"]) expect(words).toContain(text);
});

test("the panel blocks and unblocks an advertiser", async () => {
  const { site, uid } = await openOwner();
  const { cookie } = await signInOperator(site);
  const read = async () => {
    const headers = { Cookie: cookie };
    return textOf(
      await (await site.app.request(`/operador/anunciantes?q=${uid}`, { headers })).text(),
    );
  };
  expect(await read()).toContain("Bloquear");
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, uid));
  expect(await read()).toContain("Desbloquear");
});
