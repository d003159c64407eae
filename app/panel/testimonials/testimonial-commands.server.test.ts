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
import {
  publishVisited,
  storeTestimonial,
  testimonialsOf,
  validTestimonial,
} from "../../../testing/testimonials.ts";
import { textOf } from "../../../testing/text-of.ts";
import { listOpenReports } from "../../domain/listings/reports/reports.server.ts";
import { reports } from "../../platform/db/operation-schema.ts";
import { posts } from "../../platform/db/schema.ts";
import { listWaitingTestimonials } from "./judged-testimonials.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

const testimonialsPage = "/operador/depoimentos";
const questionsPage = "/operador/denuncias";

async function panel(path: string): Promise<string> {
  const html = await (
    await sharedSite().app.request(path, { headers: { Cookie: operator } })
  ).text();
  return textOf(html);
}

const judge = (intent: string, id: string, motivo = "") =>
  postForm(
    sharedSite(),
    testimonialsPage,
    { intent, id, motivo, caso: `esconder-${id}` },
    operator,
  );

const decide = (intent: string, id: string, cookie = operator) =>
  postForm(sharedSite(), questionsPage, { intent, id }, cookie);

test("hiding needs a reason, which goes to the log, to the advertiser and to the guest", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site, { title: "Rancho do Boto" });
  const email = newAddress();
  const { id } = await storeTestimonial(site, ad.id, { email, nome: "Zélia" });
  const read = async () => (await site.app.request(`/posts/${ad.id}`)).text();
  expect(await read()).toContain(validTestimonial.texto);

  const refused = await judge("esconder", id);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Escreva o motivo: ele vai para o registro.");
  expect((await judge("esconder", id, "Mostra um telefone.")).status).toBe(302);
  const entry = { action: "testimonial-hidden", subject: "Rancho do Boto" };
  const reason = "Mostra um telefone.";
  expect(await lastEntry(site, id)).toMatchObject({ ...entry, reason });
  for (const address of [ad.user.email, email]) {
    const [letter, ...others] = await lettersTo(site, address);
    expect(others).toEqual([]);
    expect(letter?.text).toContain("O motivo:\n> Mostra um telefone.");
  }
  expect(await read()).not.toContain(validTestimonial.texto);
  expect((await judge("esconder", id, "De novo")).status).toBe(409);

  expect((await judge("mostrar", id)).status).toBe(302);
  expect(await lastEntry(site, id)).toMatchObject({ action: "testimonial-shown" });
  expect(await read()).toContain(validTestimonial.texto);
  expect((await judge("mostrar", id)).status).toBe(409);
});

test("flags wait for the operator, hide nothing, and stay settled", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const flags = ["network", "device", "email"] as const;
  const { id } = await storeTestimonial(site, ad.id, { flags: [...flags] });
  await storeTestimonial(site, ad.id, { flags: ["email"], publishedAt: null });
  const isWaiting = async () =>
    (await listWaitingTestimonials(site.db)).some((waiting) => waiting.id === id);
  expect(await isWaiting()).toBe(true);
  const text = await panel(testimonialsPage);
  expect(text).toContain("convite e depoimento saíram da mesma internet");
  expect(text).not.toContain("@example.com");
  await judge("manter", id);
  expect(await isWaiting()).toBe(false);
  expect(await lastEntry(site, id)).toMatchObject({ action: "testimonial-kept" });
  expect(await testimonialsOf(site, ad.id)).toContainEqual(
    expect.objectContaining({ id, hiddenAt: null, flags }),
  );
  expect(await lettersTo(site, ad.user.email)).toEqual([]);
});

test("reports reach this queue, not that of the ad, and a decision settles them", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const { id } = await storeTestimonial(site, ad.id);
  const about = `/posts/${ad.id}/denunciar`;
  const report = (cookie: string, detalhes: string, motivo = "inventado") =>
    postForm(site, `${about}?depoimento=${id}`, { motivo, detalhes, contato: "" }, cookie);
  // The reasons of the ad's own report are others.
  expect((await report("", "", "preco")).status).toBe(400);
  const own = { motivo: "inventado", detalhes: "", contato: "" };
  expect((await postForm(site, about, own)).status).toBe(400);
  expect((await report("", "Nunca esteve lá")).status).toBe(302);
  expect((await report(ad.cookie, "Não é hóspede meu")).status).toBe(302);
  expect((await listOpenReports(site.db)).map(({ postId }) => postId)).not.toContain(ad.id);
  const text = await panel(testimonialsPage);
  expect(text).toContain("Denunciado: Parece inventado. Nunca esteve lá");
  expect(text).toContain("Denunciado por quem anuncia: Parece inventado. Não é hóspede meu");
  await judge("manter", id);
  const rows = await site.db.select().from(reports).where(eq(reports.testimonialId, id));
  expect(rows.map(({ settledAs }) => settledAs)).toEqual(["archived", "archived"]);
  expect((await report("", "Outra vez")).status).toBe(302);
  await judge("esconder", id, "Inventado");
  const [last] = await site.db.select().from(reports).where(eq(reports.detalhes, "Outra vez"));
  expect(last?.settledAs).toBe("removed");
});

test("a row that is gone, unpublished or malformed can't be judged", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const { id } = await storeTestimonial(site, ad.id, { publishedAt: null });
  for (const each of [id, crypto.randomUUID(), "nada"]) {
    for (const intent of ["esconder", "mostrar", "manter"]) {
      expect((await judge(intent, each, "Motivo")).status).toBe(404);
    }
  }
});

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
  const html = await panel(questionsPage);
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
  expect(await panel(questionsPage)).not.toContain(words);
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
  expect(await panel(questionsPage)).toContain("Entregue, e denunciada por quem a recebeu.");
  for (const intent of ["entregar", "descartar"]) {
    expect((await decide(intent, id, cookie)).status).toBe(404);
  }
  expect(await state()).toEqual([true, false]);
  await decide("entregar", id);
  expect(await state()).toEqual([false, false]);
  expect(await lastEntry(site, id)).toMatchObject({ action: "question-kept" });

  await report();
  await decide("descartar", id);
  const own = await site.app.request("/perguntas", { headers: { Cookie: cookie } });
  expect(await own.text()).not.toContain(mensagem);
  expect(await panel(questionsPage)).not.toContain(mensagem);
  expect(await lettersTo(site, user.email)).toEqual([]);
  expect((await decide("entregar", "nada")).status).toBe(409);
});
