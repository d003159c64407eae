import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import {
  ask,
  lettersTo,
  newAddress,
  publishAskable,
  questionsOf,
  storeQuestion,
} from "../../../testing/questions.ts";
import { openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import { questions } from "../../db/question-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { countSilentOwners, listSilentOwners } from "./waiting-questions.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

const path = "/operador/perguntas";

const panel = async (site: TestSite, cookie = operator) =>
  (await site.app.request(path, { headers: { Cookie: cookie } })).text();

const decide = (intent: string, id: string, cookie = operator) =>
  postForm(sharedSite(), path, { intent, id }, cookie);

/** Words of sufficient length to be nobody else's. */
const spam = () =>
  `Empréstimo na hora, sem consulta, fale com a gente hoje mesmo ${crypto.randomUUID().replace(/\d/g, "x")}`;

/** Sends the same words to so many advertisers, each time from another address. */
async function askMany(site: TestSite, count: number, mensagem: string) {
  const asked = [];
  for (let n = 0; n < count; n++) {
    const ad = await publishAskable(site, { title: `Rancho ${n}` });
    const email = newAddress();
    const answer = await ask(site, ad.id, { email, mensagem });
    asked.push({ ...ad, email, location: answer.headers.get("Location") });
  }
  return asked;
}

test("the same words to a third advertiser within a day wait for the operator", async () => {
  const site = sharedSite();
  const words = spam();
  const asked = await askMany(site, 3, words);
  const [first, second, third] = asked;
  if (!first || !second || !third) throw new Error("three were asked");
  for (const { id, user, email, location } of [first, second]) {
    expect(location).toContain(`/posts/${id}/perguntar?enviada=1&`);
    expect(await lettersTo(site, user.email)).toHaveLength(1);
    expect(await lettersTo(site, email)).toHaveLength(1);
  }
  expect(third.location).toContain(`/posts/${third.id}/perguntar?enviada=conferir&`);
  const thanks = await site.app.request(third.location ?? "");
  expect(await thanks.text()).toContain("Nossa equipe dá uma olhada antes");
  const [held] = await questionsOf(site, third.id);
  expect(held).toMatchObject({ deliveredAt: null });
  expect(await lettersTo(site, third.user.email)).toEqual([]);
  expect(await lettersTo(site, third.email)).toEqual([]);
  const own = await site.app.request("/perguntas", { headers: { Cookie: third.cookie } });
  expect(await own.text()).not.toContain(words);
  const html = await panel(site);
  expect(html).toContain(words);
  expect(html).toContain("3 perguntas com o mesmo texto em um dia.");
  expect(html).not.toContain(third.email);

  // Sent again, it is still one.
  await ask(site, third.id, { email: third.email, mensagem: words });
  expect(await questionsOf(site, third.id)).toHaveLength(1);

  expect((await decide("entregar", held?.id ?? "")).status).toBe(302);
  expect((await questionsOf(site, third.id))[0]?.deliveredAt).not.toBeNull();
  expect((await lettersTo(site, third.user.email))[0]?.text).toContain(words);
  expect(await lettersTo(site, third.email)).toHaveLength(1);
  expect(await lastEntry(site, held?.id ?? "")).toMatchObject({
    action: "question-delivered",
    subject: "Rancho 2",
  });
  expect((await decide("entregar", held?.id ?? "")).status).toBe(409);
  expect(await lettersTo(site, third.user.email)).toHaveLength(1);
});

test("case, accents, numbers and the ad's own greeting make no difference to the words", async () => {
  const site = sharedSite();
  const words = spam();
  await askMany(site, 2, words);
  const ad = await publishAskable(site, { title: "Casa da Serra" });
  const greeting = `Olá! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "Casa da Serra": https://x.example/posts/${ad.id}`;
  const email = newAddress();
  await ask(site, ad.id, { email, mensagem: `${greeting}\n\n${words.toUpperCase()} 99!` });
  expect(await questionsOf(site, ad.id)).toMatchObject([{ deliveredAt: null }]);
});

test("the site's greeting alone may go to any number of advertisers", async () => {
  const site = sharedSite();
  for (let n = 0; n < 4; n++) {
    const ad = await publishAskable(site, { title: `Casa ${n}` });
    const page = await site.app.request(`/posts/${ad.id}/perguntar?pessoas=4`);
    const [, typed = ""] =
      /<textarea[^>]*name="mensagem"[^>]*>([^<]*)</.exec(await page.text()) ?? [];
    const mensagem = typed.replaceAll("&quot;", '"');
    expect(mensagem).toContain("Olá! Vim pelo site Mar de Minas");
    await ask(site, ad.id, { mensagem, entrada: "", saida: "" });
    expect(await questionsOf(site, ad.id)).toMatchObject([{ deliveredAt: expect.any(Date) }]);
  }
});

test("short words that anybody asks are held from one sender, not from several", async () => {
  const site = sharedSite();
  const mensagem = "Tem berço e cadeirão?";
  const several = await askMany(site, 4, mensagem);
  for (const { id } of several) {
    expect((await questionsOf(site, id))[0]?.deliveredAt).not.toBeNull();
  }
  const email = newAddress();
  const states = [];
  for (const { id } of several) {
    await ask(site, id, { email, mensagem });
    states.push((await questionsOf(site, id))[1]?.deliveredAt !== null);
  }
  expect(states).toEqual([true, true, false, false]);
});

test("of the same words sent at once to five advertisers, two are delivered", async () => {
  const site = sharedSite();
  const mensagem = spam();
  const ads = [];
  for (let n = 0; n < 5; n++) ads.push(await publishAskable(site));
  await Promise.all(ads.map(({ id }) => ask(site, id, { email: newAddress(), mensagem })));
  const rows = await site.db.select().from(questions).where(eq(questions.mensagem, mensagem));
  expect(rows).toHaveLength(5);
  expect(rows.filter(({ deliveredAt }) => deliveredAt !== null)).toHaveLength(2);
});

test("a discarded question reaches nobody, and its words are still noticed", async () => {
  const site = sharedSite();
  const words = spam();
  const third = (await askMany(site, 3, words))[2];
  const [held] = await questionsOf(site, third?.id ?? "");
  expect((await decide("descartar", held?.id ?? "")).status).toBe(302);
  expect(await lettersTo(site, third?.user.email ?? "")).toEqual([]);
  expect(await panel(site)).not.toContain(words);
  expect(await lastEntry(site, held?.id ?? "")).toMatchObject({ action: "question-discarded" });
  expect((await decide("entregar", held?.id ?? "")).status).toBe(409);
  const [fourth] = await askMany(site, 1, words);
  expect((await questionsOf(site, fourth?.id ?? ""))[0]?.deliveredAt).toBeNull();
});

test("a held question about an ad that is gone can only be discarded", async () => {
  const site = sharedSite();
  const third = (await askMany(site, 3, spam()))[2];
  const [held] = await questionsOf(site, third?.id ?? "");
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, third?.id ?? ""));
  const refused = await decide("entregar", held?.id ?? "");
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("Só resta descartar.");
  expect((await decide("descartar", held?.id ?? "")).status).toBe(302);
});

test("an owner's report reaches the panel, which keeps the question or takes it away", async () => {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  const mensagem = spam();
  const { id } = await storeQuestion(site, ad, { mensagem });
  const report = () => postForm(site, "/perguntas", { intent: "denunciar", id }, cookie);
  expect(await (await report()).text()).toContain("Denunciada. Nossa equipe vai olhar.");
  expect(await panel(site)).toContain("Entregue, e denunciada por quem a recebeu.");
  await decide("entregar", id);
  expect((await questionsOf(site, postId))[0]).toMatchObject({ reportedAt: null });
  expect(await lastEntry(site, id)).toMatchObject({ action: "question-kept" });
  const own = async () =>
    (await site.app.request("/perguntas", { headers: { Cookie: cookie } })).text();
  expect(await own()).toContain(mensagem);

  await report();
  await decide("descartar", id);
  expect(await own()).not.toContain(mensagem);
  expect(await panel(site)).not.toContain(mensagem);
  expect(await lettersTo(site, user.email)).toEqual([]);
});

test("the panel lists advertisers with three questions unanswered for 48 hours", async () => {
  const site = await openTestSite();
  const { cookie } = await signInOperator(site);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const { id: postId, user } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  await site.db.update(users).set({ displayName: "Zé Calado" }).where(eq(users.id, user.uid));
  const old = { deliveredAt: hoursAgo(49) };
  await storeQuestion(site, ad, { ...old, deliveredAt: hoursAgo(100) });
  await storeQuestion(site, ad, old);
  await storeQuestion(site, ad, { deliveredAt: hoursAgo(47) });
  await storeQuestion(site, ad, { ...old, discardedAt: new Date() });
  await storeQuestion(site, ad, { ...old, reportedAt: new Date() });
  await storeQuestion(site, ad, { ...old, answer: "livre", answeredAt: new Date() });
  expect(await listSilentOwners(site.db)).toEqual([]);
  expect(await panel(site, cookie)).not.toContain("Anunciantes sem responder");
  await storeQuestion(site, ad, old);
  expect(await listSilentOwners(site.db)).toEqual(
    [{ uid: user.uid, displayName: "Zé Calado", questions: 3, since: hoursAgo(100) }].map(
      (row) => ({ ...row, since: expect.any(Date) }),
    ),
  );
  expect(await countSilentOwners(site.db)).toBe(1);
  expect(await panel(site, cookie)).toContain("3 perguntas sem resposta, a mais antiga há 4 dias");
  const today = await site.app.request("/operador", { headers: { Cookie: cookie } });
  expect(await today.text()).toMatch(/<b>1<\/b><strong>Anunciantes sem responder/);
  // Nobody is shamed in public.
  expect(await (await site.app.request(`/posts/${postId}`)).text()).not.toContain("responde");
});

test("the panel's answers are for the staff alone", async () => {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const { id } = await storeQuestion(site, { uid: user.uid, postId }, { reportedAt: new Date() });
  for (const other of ["", cookie]) {
    for (const intent of ["entregar", "descartar"]) {
      expect((await decide(intent, id, other)).status).toBe(404);
    }
  }
  expect(await questionsOf(site, postId)).toMatchObject([
    { reportedAt: expect.any(Date), discardedAt: null },
  ]);
  expect((await decide("entregar", "nada")).status).toBe(409);
});
