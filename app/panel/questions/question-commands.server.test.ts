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
import { shareTestSite, type TestSite } from "../../../testing/site.ts";
import { posts } from "../../db/schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

const path = "/operador/denuncias";

const panel = async (site: TestSite) =>
  (await site.app.request(path, { headers: { Cookie: operator } })).text();

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
  const [first, second, third] = await askMany(site, 3, words);
  if (!first || !second || !third) throw new Error("three were asked");
  for (const { location, user, email } of [first, second]) {
    expect(location).toContain("enviada=1&");
    expect(await lettersTo(site, user.email)).toHaveLength(1);
    expect(await lettersTo(site, email)).toHaveLength(1);
  }
  expect(third.location).toContain("enviada=conferir&");
  const [held] = await questionsOf(site, third.id);
  expect(held).toMatchObject({ deliveredAt: null });
  for (const to of [third.user.email, third.email]) expect(await lettersTo(site, to)).toEqual([]);
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
  expect((await decide("entregar", held?.id ?? "")).status).toBe(409);
  expect(await questionsOf(site, third.id)).toMatchObject([{ deliveredAt: expect.any(Date) }]);
  const letters = await lettersTo(site, third.user.email);
  expect(letters).toMatchObject([{ text: expect.stringContaining(words) }]);
  expect(await lettersTo(site, third.email)).toHaveLength(1);
  expect(await lastEntry(site, held?.id ?? "")).toMatchObject({
    action: "question-delivered",
    subject: "Rancho 2",
  });
});

test("a discarded question reaches nobody, its words are still noticed, and the ad may be gone", async () => {
  const site = sharedSite();
  const words = spam();
  const third = (await askMany(site, 3, words))[2];
  const id = third?.id ?? "";
  const [held] = await questionsOf(site, id);
  const paused = { pausedAt: sql`now()`, pausedBy: "owner" } as const;
  await site.db.update(posts).set(paused).where(eq(posts.id, id));
  expect((await decide("entregar", held?.id ?? "")).status).toBe(409);
  expect((await decide("descartar", held?.id ?? "")).status).toBe(302);
  expect(await lettersTo(site, third?.user.email ?? "")).toEqual([]);
  expect(await panel(site)).not.toContain(words);
  expect(await lastEntry(site, held?.id ?? "")).toMatchObject({ action: "question-discarded" });
  expect((await decide("entregar", held?.id ?? "")).status).toBe(409);
  const [fourth] = await askMany(site, 1, words);
  expect(await questionsOf(site, fourth?.id ?? "")).toMatchObject([{ deliveredAt: null }]);
});

test("an owner's report reaches the panel, where only the staff keep the question or take it away", async () => {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const mensagem = spam();
  const { id } = await storeQuestion(site, { uid: user.uid, postId }, { mensagem });
  const report = () => postForm(site, "/perguntas", { intent: "denunciar", id }, cookie);
  const state = async () => {
    const [row] = await questionsOf(site, postId);
    return [row?.reportedAt !== null, row?.discardedAt !== null];
  };
  await report();
  expect(await panel(site)).toContain("Entregue, e denunciada por quem a recebeu.");
  for (const outsider of ["", cookie]) {
    for (const intent of ["entregar", "descartar"]) {
      expect((await decide(intent, id, outsider)).status).toBe(404);
    }
  }
  expect(await state()).toEqual([true, false]);
  await decide("entregar", id);
  expect(await state()).toEqual([false, false]);
  expect(await lastEntry(site, id)).toMatchObject({ action: "question-kept" });

  await report();
  await decide("descartar", id);
  const own = await site.app.request("/perguntas", { headers: { Cookie: cookie } });
  expect(await own.text()).not.toContain(mensagem);
  expect(await panel(site)).not.toContain(mensagem);
  expect(await lettersTo(site, user.email)).toEqual([]);
  expect((await decide("entregar", "nada")).status).toBe(409);
});
