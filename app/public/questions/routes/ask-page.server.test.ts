import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../../testing/account-pages.ts";
import { see } from "../../../../testing/caching-site.ts";
import {
  ask,
  lettersTo,
  newAddress,
  publishAskable,
  questionsOf,
  soon,
  storeQuestion,
} from "../../../../testing/questions.ts";
import { shareTestSite, type TestSite } from "../../../../testing/site.ts";
import { formatCivilDate } from "../../../domain/calendar/civil-date.ts";
import { suggestedMessages } from "../../../domain/questions/question.ts";
import { answerLinks } from "../../../domain/questions/question-links.server.ts";
import { answerQuestion } from "../../../owner/questions/answering/answer.server.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { questions } from "../../../platform/db/question-schema.ts";
import { posts, rateLimits, unavailableDays, users } from "../../../platform/db/schema.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });
const stay = `${formatCivilDate(soon(200))} a ${formatCivilDate(soon(202))} (2 noites)`;

test("a question is stored and reaches its advertiser, with estimate, calendar and ways to answer", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site, {
    title: "Rancho da Enseada",
    valorDiaria: "500",
    valorFds: "1400",
  });
  const email = newAddress();
  const sent = await ask(site, id, { email });
  const location = sent.headers.get("Location") ?? "";
  expect(location).toContain(`/posts/${id}/perguntar?enviada=1&entrada=`);
  const thanks = await see(site, location);
  expect(thanks).toContain("Pergunta enviada!");
  const inquiry = location.split("enviada=1&")[1] ?? "";
  expect(thanks).toContain(`href="/posts/${id}?${inquiry.replaceAll("&", "&amp;")}"`);
  expect(await questionsOf(site, id)).toMatchObject([
    {
      ...{ uid: user.uid, title: "Rancho da Enseada", nome: "Ana Souza", email, pessoas: 4 },
      ...{ telefone: "35997341187", entrada: soon(200), saida: soon(202), answer: null },
      ...{ mensagem: "Aceita cachorro pequeno?", deliveredAt: expect.any(Date) },
    },
  ]);

  const [letter, ...others] = await lettersTo(site, user.email);
  expect(others).toEqual([]);
  expect(letter?.replyTo).toMatchObject({ address: email });
  const typedWords = letter?.typed?.map(([from, to]) => letter.text.slice(from, to));
  expect(typedWords).toEqual([
    ...[user.displayName, "Ana Souza", "Rancho da Enseada"],
    ...["Aceita cachorro pequeno?", email],
  ]);
  const text = letter?.text.replaceAll("\u00a0", " ") ?? "";
  expect(letter?.subject.replaceAll("\u00a0", " ")).toBe(
    `Pergunta de um hóspede: ${stay}, 4 pessoas`,
  );
  for (const words of [
    "Ana Souza perguntou sobre Rancho da Enseada, ",
    "> Aceita cachorro pequeno?",
    `Datas e pessoas: ${stay}, 4 pessoas`,
    "No seu calendário: Livre em todas as noites",
    "Responder no WhatsApp: https://wa.me/5535997341187?text=",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).toMatch(/Estimativa, com os seus preços: R\$ 1\.\d00/);
  const links = [
    ...text.matchAll(/https:\/\/mardeminas\.example\/pergunta\/[\w-]+\?resposta=(\w+)/g),
  ];
  expect(links.map(([, answer]) => answer)).toEqual(["livre", "ocupado", "respondido"]);

  const [receipt] = await lettersTo(site, email);
  expect(receipt?.subject).toBe("Sua pergunta foi enviada");
  expect(receipt?.text).toContain(stay);
  expect(JSON.stringify(receipt)).not.toContain(user.email);
});

test("letters to visitors, and to owners with an unconfirmed address, repeat nothing that was typed", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site);
  await site.db.update(users).set({ emailVerified: false }).where(eq(users.id, user.uid));
  const email = newAddress();
  await site.db.update(posts).set({ title: "Prêmio: premio.example" }).where(eq(posts.id, id));
  await ask(site, id, { email, nome: "Compre barato", mensagem: "Veja https://golpe.example" });
  for (const to of [email, user.email]) {
    const [letter] = await lettersTo(site, to);
    expect(letter?.text).not.toMatch(/Compre barato|golpe|premio|\/pergunta\//);
    expect(letter).not.toHaveProperty("replyTo");
  }
});

test("the letter says which nights are taken, and that a holiday has no price of its own", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site, { valorDiaria: "500" });
  const year = Number(soon(0).slice(0, 4)) + 1;
  await site.db.insert(unavailableDays).values({ postId: id, day: `${year}-12-31` });
  await ask(site, id, { entrada: `${year}-12-30`, saida: `${year + 1}-01-02` });
  const [letter] = await lettersTo(site, user.email);
  expect(letter?.text).toContain("No seu calendário: Ocupado em 31/12");
  expect(letter?.text).toContain("Réveillon: sem preço de temporada");
});

test("the same question sent again within a day is delivered once", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site);
  const email = newAddress();
  const send = () => ask(site, id, { email });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(await questionsOf(site, id)).toHaveLength(1);
  expect(await lettersTo(site, user.email)).toHaveLength(1);
  await ask(site, id, { email, saida: soon(203) });
  expect(await questionsOf(site, id)).toHaveLength(2);
});

test("a refused question is neither stored nor sent, and the typed text stays", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site);
  const answer = await ask(site, id, { nome: " ", email: "ana@example.com" });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  for (const words of ["Diga o seu nome.", 'value="ana@example.com"', "Aceita cachorro pequeno?"]) {
    expect(html).toContain(words);
  }
  expect(await questionsOf(site, id)).toEqual([]);
  expect(await lettersTo(site, user.email)).toEqual([]);
});

test("an owner turns questions off, and the ad, which is kept, no longer offers them", async () => {
  const site = sharedSite();
  const { id, cookie } = await publishAskable(site);
  const path = `/posts/${id}/perguntar`;
  const set = (recebePerguntas: Record<string, string>) =>
    postForm(site, "/minha-conta", { intent: "questions", ...recebePerguntas }, cookie);
  expect(await see(site, `/posts/${id}`)).toContain(path);
  expect((await set({})).status).toBe(302);
  expect(await see(site, `/posts/${id}`)).not.toContain(path);
  expect((await site.app.request(path)).status).toBe(403);
  expect((await ask(site, id)).status).toBe(403);
  expect(await questionsOf(site, id)).toEqual([]);
  await set({ recebePerguntas: "on" });
  expect(await see(site, `/posts/${id}`)).toContain(path);
});

test("an address may ask ten questions a day, and is kept as a keyed hash alone", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site);
  const address = "203.0.113.7";
  const send = (n: number) => ask(site, id, { mensagem: `Cabe ${n}?` }, address);
  for (let n = 0; n < 10; n++) expect((await send(n)).status).toBe(302);
  const refused = await send(10);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Você já enviou 10 perguntas hoje.");
  expect((await ask(site, id)).status).toBe(302);
  expect(await questionsOf(site, id)).toHaveLength(11);
  expect(JSON.stringify(await site.db.select().from(rateLimits))).not.toContain(address);
  expect(JSON.stringify(await site.db.select().from(outbox))).not.toContain(address);
});

const [day, hour] = [86_400, 3600];

test.each([
  ["an owner's inbox takes thirty questions an hour", "question-owner", 30, hour],
  ["an e-mail address may ask ten questions a day", "question-email", 10, day],
] as const)("%s, from whatever addresses", async (_, name, points, duration) => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site);
  const email = newAddress();
  const limiter = site.rateLimits({ name, points, duration });
  await limiter.set(name === "question-owner" ? user.uid : email, points - 1, duration);
  const send = (n: number) => ask(site, id, { email, mensagem: `Cabe ${n}?` });
  expect((await send(1)).status).toBe(302);
  expect((await send(2)).status).toBe(429);
  expect(await questionsOf(site, id)).toHaveLength(1);
  expect(await lettersTo(site, user.email)).toHaveLength(1);
});

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
  const link = `/pergunta/${await site.signedLinks.sign(site.db, answerLinks, question.id)}`;
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
  // Mail scanners open links.
  expect(await read(site, id)).toMatchObject({ answer: null });
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

test("a question outlives its ad, but its nights can no longer be marked", async () => {
  const site = sharedSite();
  const { link, postId, id, cookie } = await openCase();
  const deleted = await postForm(
    site,
    "/dashboard",
    { intent: "excluir", id: postId, confirmado: "sim" },
    cookie,
  );
  expect(deleted.status).toBe(302);
  expect(await site.db.$count(posts, eq(posts.id, postId))).toBe(0);
  expect(await see(site, link)).toContain("Este anúncio não existe mais.");
  expect((await postForm(site, link, { intent: "marcar" })).status).toBe(404);
  expect((await postForm(site, link, { intent: "ocupado" })).status).toBe(200);
  expect(await read(site, id)).toMatchObject({ answer: "ocupado", title: "Rancho da Enseada" });
});

test("/perguntas lists open questions first, the oldest at the top, and the advertiser's pages count them", async () => {
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
  for (const text of ["Está livre", "Está ocupado", "Já respondi"]) expect(html).toContain(text);
  const names = [...html.matchAll(/>(Bia Nova|Caio Velho|Davi Respondido|Retida)</g)];
  const order = [...new Set(names.map(([, name]) => name))];
  expect(order).toEqual(["Caio Velho", "Bia Nova", "Davi Respondido"]);
  expect(html).toContain("https://wa.me/5535997341187");
  const unconfirmed =
    /href="\/minha-conta#seu-email"[^>]*>Confirme seu e-mail para ver o endereço/g;
  const mailto = /href="mailto:ana%40example\.com\?subject=[^"]*"/g;
  expect(html.match(mailto)).toHaveLength(3);
  expect(html).not.toMatch(unconfirmed);
  // As in the letter, a stranger's unconfirmed address mustn't get the visitor's.
  await site.db.update(users).set({ emailVerified: false }).where(eq(users.id, user.uid));
  const held = await open("/perguntas");
  expect(held.match(unconfirmed)).toHaveLength(3);
  expect(held).not.toMatch(/ana(@|%40)example/);
  expect(html).toMatch(/Meus Anúncios<b[^>]*>2<span/);
  // The form's own words say no more than the dates beside them; the answer is a single line.
  expect(html.split("<script")[0]).not.toContain(suggestedMessages[1]);
  expect(html).toMatch(/<details[^>]*><summary><b>Davi Respondido<\/b>.*Está livre.*mudar/);
  expect(html.match(/data-suggested="true"/g)).toHaveLength(2);
});

test("/perguntas shows a refusal in the opened card of its question, and screen readers hear it first", async () => {
  const site = sharedSite();
  const { id: postId, user, cookie } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  const times = { answer: "ocupado" as const, answeredAt: new Date(), deliveredAt: new Date() };
  await storeQuestion(site, ad, times);
  const { id } = await storeQuestion(site, ad, { ...times, entrada: null, saida: null });
  const refuse = async (sent: string, status: number) => {
    const form = { intent: "marcar", id: sent };
    const answer = await postForm(site, "/perguntas", form, cookie);
    expect(answer.status).toBe(status);
    const parts = (await answer.text()).split("<details");
    return parts.filter((part) => part.includes('id="pergunta-'));
  };
  const cards = await refuse(id, 400);
  const said = cards.filter((card) => /autofocus="".*Esta pergunta não diz as datas/.test(card));
  expect(said).toEqual([expect.stringMatching(new RegExp(`^[^>]* open="".*id="pergunta-${id}"`))]);
  expect((await refuse(crypto.randomUUID(), 404)).join()).not.toContain('autofocus=""');
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
