import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { see } from "../../../testing/caching-site.ts";
import {
  lettersTo,
  newAddress,
  publishAskable,
  soon,
  storeQuestion,
} from "../../../testing/questions.ts";
import { shareTestSite, type TestSite } from "../../../testing/site.ts";
import { questions } from "../../db/question-schema.ts";
import { posts, unavailableDays } from "../../db/schema.ts";
import { suggestedMessages } from "../question.ts";
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

test("an answer may be corrected, each is sent once, at most six a day, and the link shows no addresses", async () => {
  const site = sharedSite();
  const { link, id, email, owner } = await openCase({ telefone: "35997341187" });
  const html = await see(site, `${link}?resposta=ocupado`);
  expect(html).toContain("Aceita cachorro pequeno?");
  expect(html).toMatch(/value="ocupado"[^>]*data-suggested/);
  for (const secret of [email, owner, "35997341187"]) expect(html).not.toContain(secret);
  await postForm(site, link, { intent: "livre" });
  const { answeredAt } = (await read(site, id)) ?? {};
  expect(answeredAt).toBeInstanceOf(Date);
  for (const intent of ["livre", "ocupado", "respondido", "livre", "ocupado"]) {
    expect((await postForm(site, link, { intent })).status).toBe(200);
    expect(await read(site, id)).toMatchObject({ answer: intent, answeredAt });
  }
  const letters = await lettersTo(site, email);
  expect(letters.map(({ subject }) => subject)).toEqual([
    "Está livre!",
    "Nessas datas está ocupado",
    "Sua pergunta foi respondida",
    "Está livre!",
    "Nessas datas está ocupado",
  ]);
  for (const { text } of letters) {
    expect(text).toContain("a casa em Escarpas do Lago (");
    expect(text).not.toMatch(new RegExp(`Rancho da Enseada|${owner}`));
  }
  await postForm(site, link, { intent: "livre" });
  const refused = await postForm(site, link, { intent: "ocupado" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Você já mudou esta resposta muitas vezes hoje.");
  expect(await lettersTo(site, email)).toHaveLength(6);
});

test("'Está ocupado' offers to mark the nights that the calendar has free", async () => {
  const site = sharedSite();
  const { link, postId } = await openCase();
  await site.db.insert(unavailableDays).values({ postId, day: soon(201) });
  expect(await see(site, link)).not.toContain('value="marcar"');
  const answered = await postForm(site, link, { intent: "ocupado" });
  expect(await answered.text()).toContain('value="marcar"');
  expect((await postForm(site, link, { intent: "marcar" })).status).toBe(200);
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

test("/perguntas lists open questions first, the oldest at the top, and pages of one's own count them", async () => {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const done = { answer: "livre" as const, answeredAt: at(1), deliveredAt: at(50) };
  for (const values of [
    { nome: "Bia Nova", deliveredAt: at(1), mensagem: suggestedMessages[1] },
    { nome: "Caio Velho", deliveredAt: at(30), telefone: "35997341187" },
    { nome: "Davi Respondido", ...done },
    { nome: "Retida", deliveredAt: null },
  ]) {
    await storeQuestion(site, ad, values);
  }
  const open = async (path: string) =>
    (await site.app.request(path, { headers: { Cookie: cookie } })).text();
  // A page that is kept is the same for everyone.
  expect(await open("/about")).not.toMatch(/Meus Anúncios<b/);
  const html = await open("/perguntas");
  const names = [...html.matchAll(/>(Bia Nova|Caio Velho|Davi Respondido|Retida)</g)];
  const order = [...new Set(names.map(([, name]) => name))];
  expect(order).toEqual(["Caio Velho", "Bia Nova", "Davi Respondido"]);
  expect(html).toContain("https://wa.me/5535997341187");
  expect(html).not.toContain("ana@example.com");
  expect(html).toMatch(/Meus Anúncios<b[^>]*>2<span/);
  // The form's own words say no more than the dates beside them; what is answered is one line.
  expect(html.split("<script")[0]).not.toContain(suggestedMessages[1]);
  expect(html).toMatch(/<details[^>]*><summary><b>Davi Respondido<\/b>.*Está livre.*mudar/);
  expect(html.match(/data-suggested="true"/g)).toHaveLength(2);
});

test("the ad says how fast its owner answers, by the median of five answers within 90 days", async () => {
  const site = sharedSite();
  const { id: postId, user } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  const path = `/posts/${postId}`;
  const store = async (minutes: number, daysAgo: number) => {
    const answeredAt = new Date(Date.now() - daysAgo * 86_400_000);
    const deliveredAt = new Date(answeredAt.getTime() - minutes * 60_000);
    await storeQuestion(site, ad, { answer: "livre", answeredAt, deliveredAt });
  };
  for (const minutes of [10, 200, 5000, 20]) await store(minutes, 89);
  await store(10, 91);
  const { id } = await storeQuestion(site, ad, { deliveredAt: new Date(Date.now() - 9_000_000) });
  expect(await see(site, path)).not.toContain("Costuma responder");
  await answerQuestion(site, ad.uid, id, "livre");
  expect(await see(site, path)).toContain("Costuma responder em até 3 horas");
});
