import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { see } from "../../../testing/caching-site.ts";
import {
  lettersTo,
  newAddress,
  publishAskable,
  questionsOf,
  soon,
  storeQuestion,
} from "../../../testing/questions.ts";
import { openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import { questions } from "../../db/question-schema.ts";
import { posts, unavailableDays } from "../../db/schema.ts";
import { answerQuestion } from "./answer.server.ts";

const sharedSite = shareTestSite();

async function openCase(overrides: Partial<typeof questions.$inferInsert> = {}) {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site, { title: "Rancho da Enseada" });
  const email = newAddress();
  const ad = { uid: user.uid, postId };
  const question = await storeQuestion(site, ad, {
    email,
    title: "Rancho da Enseada",
    ...overrides,
  });
  const link = `/pergunta/${await site.signedLinks.sign(site.db, "question", question.id)}`;
  return { ...ad, cookie, email, id: question.id, link, owner: user.email };
}

const read = async (site: TestSite, id: string) =>
  (await site.db.select().from(questions).where(eq(questions.id, id)))[0];

test("the link shows the question with three buttons, and neither address nor telephone", async () => {
  const { link, email, owner } = await openCase({ telefone: "35997341187" });
  const html = await see(sharedSite(), `${link}?resposta=ocupado`);
  expect(html).toContain("Ana Souza");
  expect(html).toContain("Aceita cachorro pequeno?");
  for (const label of ["Está livre", "Está ocupado", "Já respondi"]) expect(html).toContain(label);
  expect(html).toMatch(/value="ocupado"[^>]*data-suggested/);
  for (const secret of [email, owner, "35997341187"]) expect(html).not.toContain(secret);
});

test.each([
  ["livre", "Está livre!", "está livre."],
  ["ocupado", "Nessas datas está ocupado", "está ocupado."],
  ["respondido", "Sua pergunta foi respondida", "já respondeu à sua pergunta"],
])("'%s' is stored and tells the visitor: %s", async (intent, subject, words) => {
  const site = sharedSite();
  const { link, id, email, owner } = await openCase();
  const answer = await postForm(site, link, { intent });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain("Resposta enviada");
  expect(await read(site, id)).toMatchObject({
    answer: intent,
    answeredAt: expect.any(Date),
    seenAt: expect.any(Date),
  });
  const [letter, ...others] = await lettersTo(site, email);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe(subject);
  expect(letter?.text).toContain(words);
  expect(letter?.text).toContain("Rancho da Enseada");
  expect(letter?.text).not.toContain(owner);
});

test("the same answer again writes to nobody; another one corrects it, and the first one's time stays", async () => {
  const site = sharedSite();
  const { link, id, email } = await openCase();
  await postForm(site, link, { intent: "livre" });
  const first = await read(site, id);
  await postForm(site, link, { intent: "livre" });
  expect(await lettersTo(site, email)).toHaveLength(1);
  await postForm(site, link, { intent: "ocupado" });
  expect(await read(site, id)).toMatchObject({ answer: "ocupado", answeredAt: first?.answeredAt });
  expect((await lettersTo(site, email)).map(({ subject }) => subject)).toEqual([
    "Está livre!",
    "Nessas datas está ocupado",
  ]);
});

test("an answer can't be changed so often that it floods the visitor", async () => {
  const site = sharedSite();
  const { link, email } = await openCase();
  for (const intent of ["livre", "ocupado", "livre", "ocupado", "livre", "ocupado"]) {
    expect((await postForm(site, link, { intent })).status).toBe(200);
  }
  const refused = await postForm(site, link, { intent: "livre" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Você já mudou esta resposta muitas vezes hoje.");
  expect(await lettersTo(site, email)).toHaveLength(6);
});

test("two answers at once are one after the other, each with its letter", async () => {
  const site = sharedSite();
  const { uid, id, email } = await openCase();
  const all = await Promise.all(
    (["livre", "livre", "livre"] as const).map((answer) => answerQuestion(site, uid, id, answer)),
  );
  expect(all).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await lettersTo(site, email)).toHaveLength(1);
});

test("'Está ocupado' offers to mark the nights that the calendar has free", async () => {
  const site = sharedSite();
  const { link, postId } = await openCase();
  await site.db.insert(unavailableDays).values({ postId, day: soon(201) });
  expect(await see(site, link)).not.toContain("Marcar 1 noite como ocupada");
  const answered = await postForm(site, link, { intent: "ocupado" });
  expect(await answered.text()).toContain('value="marcar"');
  const marked = await postForm(site, link, { intent: "marcar" });
  expect(marked.status).toBe(200);
  expect(await marked.text()).toContain("Noites marcadas como ocupadas.");
  const days = await site.db
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, postId))
    .orderBy(unavailableDays.day);
  expect(days).toEqual([{ day: soon(200) }, { day: soon(201) }]);
});

test("a question outlives its ad, whose nights can't be marked any more", async () => {
  const site = sharedSite();
  const { link, postId, id, cookie } = await openCase();
  const deleted = await postForm(
    site,
    "/dashboard",
    { intent: "excluir", id: postId, confirmado: "sim" },
    cookie,
  );
  expect(deleted.status).toBe(200);
  expect(await site.db.$count(posts, eq(posts.id, postId))).toBe(0);
  expect(await see(site, link)).toContain("Este anúncio não existe mais.");
  expect((await postForm(site, link, { intent: "marcar" })).status).toBe(404);
  expect((await postForm(site, link, { intent: "ocupado" })).status).toBe(200);
  expect(await read(site, id)).toMatchObject({ answer: "ocupado", title: "Rancho da Enseada" });
});

test("/perguntas lists open questions first, the oldest at the top, and the menu counts them", async () => {
  const site = await openTestSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await storeQuestion(site, ad, { nome: "Bia Nova", deliveredAt: at(1) });
  await storeQuestion(site, ad, {
    nome: "Caio Velho",
    deliveredAt: at(30),
    telefone: "35997341187",
  });
  const done = { answer: "livre" as const, answeredAt: at(1), deliveredAt: at(50) };
  await storeQuestion(site, ad, { nome: "Davi Respondido", ...done });
  await storeQuestion(site, ad, { nome: "Retida", deliveredAt: null });
  const answer = await site.app.request("/perguntas", { headers: { Cookie: cookie } });
  const html = await answer.text();
  const places = ["Caio Velho", "Bia Nova", "Davi Respondido"].map((name) =>
    html.indexOf(`>${name}<`),
  );
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(html).not.toContain("Retida");
  expect(html).toContain("https://wa.me/5535997341187");
  expect(html).not.toContain("ana@example.com");
  expect(html).toMatch(/Perguntas<b[^>]*>2<span/);
  await postForm(site, "/perguntas", { intent: "livre", id: "nada" }, cookie);
  expect((await questionsOf(site, postId)).filter(({ answer }) => answer)).toHaveLength(1);
});

test("a question counts as seen once the list was opened, not when a browser fetched it ahead", async () => {
  const site = sharedSite();
  const { id, cookie } = await openCase();
  const open = (headers: Record<string, string> = {}) =>
    site.app.request("/perguntas", { headers: { Cookie: cookie, ...headers } });
  await open({ "Sec-Purpose": "prefetch" });
  expect((await read(site, id))?.seenAt).toBeNull();
  await open();
  const seenAt = (await read(site, id))?.seenAt;
  expect(seenAt).not.toBeNull();
  await open();
  expect((await read(site, id))?.seenAt).toEqual(seenAt);
});

test("answers sent by script count one by one, and say why one was refused", async () => {
  const site = sharedSite();
  const { id, cookie } = await openCase();
  const send = (form: Record<string, string>) =>
    postForm(site, "/perguntas/respostas", form, cookie);
  const mixed = await send({ [crypto.randomUUID()]: "livre", [id]: "ocupado" });
  expect([mixed.status, await mixed.json()]).toEqual([
    404,
    { message: "Esta pergunta não existe mais." },
  ]);
  expect(await read(site, id)).toMatchObject({ answer: "ocupado" });
  expect(await (await send({ [id]: "livre" })).json()).toEqual({ ok: true });
  expect((await send({ [id]: "talvez" })).status).toBe(400);
  expect((await send({})).status).toBe(400);
  expect(await read(site, id)).toMatchObject({ answer: "livre" });
});

test("a page that is kept shows no count, and one of the owner's does", async () => {
  const site = sharedSite();
  const { cookie } = await openCase();
  const home = await site.app.request("/about", { headers: { Cookie: cookie } });
  expect(await home.text()).not.toMatch(/Perguntas<b/);
  const own = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  expect(await own.text()).toMatch(/Perguntas<b[^>]*>1<span/);
  await site.db.update(questions).set({ discardedAt: sql`now()` });
});
