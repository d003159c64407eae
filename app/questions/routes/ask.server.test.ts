import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish, see } from "../../../testing/caching-site.ts";
import { openMailingSite } from "../../../testing/mailing-site.ts";
import {
  ask,
  lettersTo,
  newAddress,
  publishAskable,
  questionsOf,
  soon,
  validQuestion,
} from "../../../testing/questions.ts";
import { openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import { formatCivilDate } from "../../calendar/civil-date.ts";
import { seasons } from "../../db/calendar-schema.ts";
import { outbox } from "../../db/mail-schema.ts";
import { deletedPosts, posts, rateLimits, unavailableDays, users } from "../../db/schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "100" });
const stay = `${formatCivilDate(soon(200))} a ${formatCivilDate(soon(202))} (2 noites)`;

async function textOf(site: TestSite, path: string, init?: RequestInit) {
  const answer = await site.app.request(path, init);
  return { status: answer.status, html: (await answer.text()).replaceAll("\u00a0", " ") };
}

test("an ad links to its question form, which has the dates, the people and WhatsApp's greeting", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site, { title: "Rancho da Enseada" });
  const query = `entrada=${soon(200)}&saida=${soon(202)}&pessoas=4`;
  const ad = await see(site, `/posts/${id}?${query}`);
  expect(ad).toContain("Perguntar por e-mail");
  expect(ad).toContain(`href="/posts/${id}/perguntar?${query.replaceAll("&", "&amp;")}"`);

  const { status, html } = await textOf(site, `/posts/${id}/perguntar?${query}`);
  expect(status).toBe(200);
  for (const name of ["nome", "email", "telefone", "mensagem", "assunto"]) {
    expect(html).toContain(`name="${name}"`);
  }
  expect(html).toMatch(new RegExp(`name="entrada"[^>]*value="${soon(200)}"`));
  expect(html).toMatch(new RegExp(`name="saida"[^>]*value="${soon(202)}"`));
  expect(html).toMatch(/name="pessoas"[^>]*value="4"/);
  expect(html).toContain(`Olá! Vim pelo site Mar de Minas e gostaria de mais informações`);
  expect(html).toContain(`de ${stay}, para 4 pessoas. A estimativa do site é R$ `);
  expect(html).toContain("Enviar pergunta");
  expect(html).toContain('content="noindex"');
});

test("a question is stored and reaches its advertiser, with estimate, calendar and ways to answer", async () => {
  const { site, deliver } = await openMailingSite();
  const { id, user } = await publishAskable(site, {
    title: "Rancho da Enseada",
    valorDiaria: "500",
    valorFds: "1400",
  });
  const sent = await ask(site, id);
  const location = sent.headers.get("Location") ?? "";
  expect(location).toContain(`/posts/${id}/perguntar?enviada=1&entrada=`);
  const thanks = await see(site, location);
  expect(thanks).toContain("Pergunta enviada!");
  const inquiry = location.split("enviada=1&")[1] ?? "";
  expect(thanks).toContain(`href="/posts/${id}?${inquiry.replaceAll("&", "&amp;")}"`);
  expect(await questionsOf(site, id)).toMatchObject([
    {
      uid: user.uid,
      title: "Rancho da Enseada",
      nome: "Ana Souza",
      email: "ana@example.com",
      telefone: "35997341187",
      entrada: soon(200),
      saida: soon(202),
      pessoas: 4,
      mensagem: "Aceita cachorro pequeno?",
      deliveredAt: expect.any(Date),
      answer: null,
    },
  ]);

  const [letter, ...others] = await lettersTo(site, user.email);
  expect(others).toEqual([]);
  const text = letter?.text.replaceAll("\u00a0", " ") ?? "";
  expect(letter?.subject.replaceAll("\u00a0", " ")).toBe(
    `Pergunta de um hóspede: ${stay}, 4 pessoas`,
  );
  expect(text).toContain("Ana Souza perguntou sobre Rancho da Enseada, ");
  expect(text).toContain("> Aceita cachorro pequeno?");
  expect(text).toContain(`Datas e pessoas: ${stay}, 4 pessoas`);
  expect(text).toMatch(/Estimativa, com os seus preços: R\$ 1\.\d00/);
  expect(text).toContain("No seu calendário: Livre em todas as noites");
  expect(text).toContain("Responder no WhatsApp: https://wa.me/5535997341187?text=");
  const [, token] = /\/pergunta\/([\w-]+)\?resposta=livre/.exec(text) ?? [];
  expect(token).toBeDefined();
  for (const [label, answer] of [
    ["Está livre", "livre"],
    ["Está ocupado", "ocupado"],
    ["Já respondi", "respondido"],
  ]) {
    expect(text).toContain(
      `${label}: https://mardeminas.example/pergunta/${token}?resposta=${answer}`,
    );
  }

  const [copy] = await lettersTo(site, "ana@example.com");
  expect(copy?.subject).toBe("Sua pergunta foi enviada");
  expect(copy?.text).toContain('sobre o anúncio "Rancho da Enseada"');
  expect(copy?.text).toContain(stay);
  const mails = await deliver();
  const ofOwner = mails.find((mail) => mail.includes(`To: ${user.email}`)) ?? "";
  expect(ofOwner).toMatch(/^Reply-To: Ana Souza <ana@example\.com>/m);
  expect(mails.find((mail) => mail.includes("To: ana@example.com"))).not.toContain(user.email);
});

test("the visitor's letters have nothing that was typed, so that nobody can write to others by them", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site);
  const email = `${crypto.randomUUID()}@example.com`;
  await ask(site, id, { email, nome: "Compre barato", mensagem: "Veja https://golpe.example" });
  const [copy] = await lettersTo(site, email);
  expect(copy?.text).not.toContain("Compre barato");
  expect(copy?.text).not.toContain("golpe");
  expect(copy).not.toHaveProperty("replyTo");
});

test("an unconfirmed address gets no words of the visitor, no links to answer and no Reply-To", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site);
  await site.db.update(users).set({ emailVerified: false }).where(eq(users.id, user.uid));
  await ask(site, id, { email: newAddress() });
  const [letter] = await lettersTo(site, user.email);
  expect(letter?.text).toContain("/perguntas");
  expect(letter?.text).not.toMatch(/Ana|cachorro|\/pergunta\//);
  expect(letter).not.toHaveProperty("replyTo");
});

test("the letter says which nights are taken, and that a holiday has no price of its own", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site, { valorDiaria: "500" });
  const year = Number(soon(0).slice(0, 4)) + 1;
  const dates = { entrada: `${year}-12-30`, saida: `${year + 1}-01-02` };
  await site.db.insert(unavailableDays).values({ postId: id, day: `${year}-12-31` });
  const email = newAddress();
  await ask(site, id, { ...dates, email });
  const [letter] = await lettersTo(site, user.email);
  expect(letter?.text).toContain("No seu calendário: Ocupado em 31/12");
  expect(letter?.text).toContain("Réveillon: sem preço de temporada");
  const [copy] = await lettersTo(site, email);
  expect(copy?.text).toMatch(
    /Estimativa: preço a confirmar\. Réveillon: sem preço de temporada; no preço comum, R\$/,
  );
  await site.db.insert(seasons).values({
    postId: id,
    temporada: "Virada",
    de: `${year}-12-28`,
    ate: `${year + 1}-01-03`,
    valorDiaria: "900",
    minimoNoites: 5,
  });
  await ask(site, id, { ...dates, email: newAddress(), mensagem: "E agora?" });
  const [, second] = await lettersTo(site, user.email);
  expect(second?.text).toContain("sem estimativa. Virada");
});

test("dates, people and telephone may be left out", async () => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site);
  await ask(site, id, { email: newAddress(), telefone: "", entrada: "", saida: "", pessoas: "" });
  expect(await questionsOf(site, id)).toMatchObject([
    { telefone: null, entrada: null, saida: null, pessoas: null },
  ]);
  const [letter] = await lettersTo(site, user.email);
  expect(letter?.subject).toBe("Pergunta de um hóspede");
  expect(letter?.text).not.toMatch(/wa\.me|Estimativa|Datas/);
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

test.each([
  [{ nome: " " }, "Diga o seu nome."],
  [{ nome: "a".repeat(81) }, "O nome passa de 80 caracteres. Use um mais curto."],
  [{ nome: "Zé\nBcc: x@example.com" }, "Há um caractere aqui que não dá para guardar."],
  [{ nome: "www.golpe.example" }, "O nome não pode ter endereço de site nem de e-mail."],
  [{ email: "" }, "Diga o seu e-mail: é para ele que vem a resposta."],
  [{ email: "ana" }, "Confira o e-mail: falta algo nele."],
  [{ telefone: "9973" }, "Confira o telefone: são 10 ou 11 números, com o DDD."],
  [{ entrada: "2020-01-01" }, "A data de entrada já passou."],
  [{ entrada: "" }, "Escolha também a data de entrada."],
  [{ saida: soon(200) }, "A saída precisa ser depois da entrada."],
  [{ pessoas: "0" }, "Diga quantas pessoas, de 1 em diante."],
  [{ mensagem: "\r\n " }, "Escreva a sua pergunta."],
  [{ mensagem: "a".repeat(2001) }, "A pergunta passa de 2000 caracteres. Conte o principal."],
  [{ mensagem: "a\0b" }, "Há um caractere aqui que não dá para guardar."],
])("%j is refused with %s, and what was typed stays", async (fields, message) => {
  const site = sharedSite();
  const { id, user } = await publishAskable(site);
  const answer = await ask(site, id, fields);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(message);
  if (!("email" in fields)) expect(html).toContain('value="ana@example.com"');
  if (!("mensagem" in fields)) expect(html).toContain("Aceita cachorro pequeno?");
  expect(await questionsOf(site, id)).toEqual([]);
  expect(await lettersTo(site, user.email)).toEqual([]);
});

test("a form with the honeypot filled in is thanked for and dropped", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site);
  const answer = await ask(site, id, { assunto: "x" });
  expect(answer.headers.get("Location")).toContain(`/posts/${id}/perguntar?enviada=1&`);
  expect(await questionsOf(site, id)).toEqual([]);
});

test("an owner turns questions off, and the ad, kept or not, no longer offers them", async () => {
  const site = sharedSite();
  const { id, cookie, user } = await publishAskable(site);
  expect(await see(site, `/posts/${id}`)).toContain("Perguntar por e-mail");
  const set = (recebePerguntas: Record<string, string>) =>
    site.app.request("/minha-conta", {
      method: "POST",
      headers: { Cookie: cookie },
      body: new URLSearchParams({ intent: "questions", ...recebePerguntas }),
    });
  expect((await set({})).status).toBe(302);
  const account = await textOf(site, "/minha-conta", { headers: { Cookie: cookie } });
  expect(account.html).toMatch(/name="recebePerguntas"/);
  expect(account.html).not.toMatch(/name="recebePerguntas"[^>]*checked/);
  expect(await see(site, `/posts/${id}`)).not.toContain("Perguntar por e-mail");
  const closed = await textOf(site, `/posts/${id}/perguntar`);
  expect(closed.status).toBe(403);
  expect(closed.html).toContain("Este anunciante não recebe perguntas por e-mail.");
  expect((await ask(site, id)).status).toBe(403);
  expect(await questionsOf(site, id)).toEqual([]);

  await set({ recebePerguntas: "on" });
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.recebePerguntas).toBe(true);
  expect(await see(site, `/posts/${id}`)).toContain("Perguntar por e-mail");
});

test("nobody asks about an ad that visitors can't see, nor about their own", async () => {
  const site = sharedSite();
  const own = await publishAskable(site);
  expect((await ask(site, own.id, {}, own.cookie)).status).toBe(403);
  expect(
    (await site.app.request(`/posts/${own.id}/perguntar`, { headers: { Cookie: own.cookie } }))
      .status,
  ).toBe(403);
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, own.id));
  expect((await ask(site, own.id)).status).toBe(404);
  expect((await textOf(site, `/posts/${own.id}/perguntar`)).status).toBe(404);
  expect((await ask(site, "nada")).status).toBe(404);
  const { id } = await publish(site);
  await site.db.insert(deletedPosts).values({ id, localizacao: "Turvo" });
  expect((await ask(site, id)).status).toBe(410);
  expect(await questionsOf(site, own.id)).toEqual([]);
  expect(await questionsOf(site, id)).toEqual([]);
});

/** Asks from an address, as a proxy on this machine passes it on. */
function askFrom(site: TestSite, address: string, id: string, fields: object) {
  return site.app.request(
    `/posts/${id}/perguntar`,
    {
      method: "POST",
      headers: { "X-Forwarded-For": address },
      body: new URLSearchParams({ ...validQuestion, ...fields }),
    },
    { incoming: { socket: { remoteAddress: "127.0.0.1" } } },
  );
}

test("an address may ask ten questions a day, and is kept as a keyed hash alone", async () => {
  const site = await openTestSite({ TRUSTED_PROXIES: "loopback" });
  const { id } = await publishAskable(site);
  const send = (n: number, address: string) =>
    askFrom(site, address, id, { email: `a${n}@example.com`, mensagem: `Cabe ${n}?` });
  for (let n = 0; n < 10; n++) expect((await send(n, "203.0.113.7")).status).toBe(302);
  const refused = await send(10, "203.0.113.7");
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Você já enviou 10 perguntas hoje.");
  expect(await questionsOf(site, id)).toHaveLength(10);
  expect((await send(11, "203.0.113.8")).status).toBe(302);
  expect(JSON.stringify(await site.db.select().from(rateLimits))).not.toContain("203.0.113");
  expect(JSON.stringify(await site.db.select().from(outbox))).not.toContain("203.0.113");
});

test("an owner's inbox takes thirty questions an hour, from whatever addresses", async () => {
  const site = await openTestSite({ TRUSTED_PROXIES: "loopback" });
  const { id, user } = await publishAskable(site);
  const send = (n: number) =>
    askFrom(site, `198.51.100.${n}`, id, { email: `a${n}@example.com`, mensagem: `Cabe ${n}?` });
  for (let n = 0; n < 30; n++) expect((await send(n)).status).toBe(302);
  const refused = await send(30);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Este anunciante recebeu muitas perguntas nesta hora.");
  expect(await questionsOf(site, id)).toHaveLength(30);
  expect(await lettersTo(site, user.email)).toHaveLength(30);
});
