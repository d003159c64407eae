import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { password } from "../../../testing/advertiser.ts";
import { cookiesOf, flashOf } from "../../../testing/cookies.ts";
import {
  codeIn,
  ordersOf,
  pixVariables,
  receiverName,
  storeOrder,
} from "../../../testing/orders.ts";
import { readBrCode } from "../../../testing/read-br-code.ts";
import { readQrCode } from "../../../testing/read-qr-code.ts";
import { openTestSite, shareTestSite, signIn } from "../../../testing/site.ts";
import { endOfTerm } from "../../accounts/plans/plan-terms.ts";
import { addDays, formatCivilDate, today } from "../../calendar/civil-date.ts";
import { outbox } from "../../db/mail-schema.ts";
import { planOrders } from "../../db/order-schema.ts";
import { users } from "../../db/schema.ts";

const sharedSite = shareTestSite({ ...pixVariables, SITE_EMAIL: "contato@mardeminas.example" });
const path = "/plans/pix?plano=basico&por=mes";

let owner: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  owner = await signIn(sharedSite(), { validoAte: today() });
});

async function open(address = path, { cookie = owner.cookie, headers = {} } = {}) {
  const answer = await sharedSite().app.request(address, {
    headers: { Cookie: cookie, ...headers },
  });
  const html = await answer.text();
  const text = html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
  return { answer, status: answer.status, html, text, code: codeIn(html) };
}

const send = (form: Record<string, string>, cookie = owner.cookie) =>
  postForm(sharedSite(), path, form, cookie);

async function letterToOperator(txid: string) {
  const rows = await sharedSite()
    .db.select({ content: outbox.content, userId: outbox.userId })
    .from(outbox)
    .where(sql`${outbox.content}->>'text' like ${`%${txid}%`}`);
  return rows;
}

const prices: [query: string, amount: string, words: string][] = [
  ["plano=basico&por=mes", "25.00", "Plano Básico, 1 mês"],
  ["plano=basico&por=ano", "250.00", "Plano Básico, 1 ano"],
  ["plano=profissional&por=mes", "80.00", "Plano Profissional, 1 mês"],
  ["plano=profissional&por=ano", "800.00", "Plano Profissional, 1 ano"],
];

test.each(prices)(
  "%s asks for %s, in the code, its picture and the page",
  async (query, amount, words) => {
    const { status, html, text, code, answer } = await open(`/plans/pix?${query}`);
    expect(status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
    const [order] = await ordersOf(sharedSite(), owner.user.uid);
    expect(readBrCode(code ?? "")).toEqual({
      format: "01",
      gui: "br.gov.bcb.pix",
      key: pixVariables.PIX_KEY,
      category: "0000",
      currency: "986",
      amount,
      country: "BR",
      name: receiverName,
      city: "Capitolio",
      txid: order?.txid,
    });
    expect(order?.txid).toMatch(/^[0-9A-Z]{20}$/);
    const [, size, drawing = ""] =
      /viewBox="0 0 (\d+) \d+"[^>]*aria-label="Código QR do Pix"[\s\S]*?fill="#000" d="([^"]+)"/.exec(
        html,
      ) ?? [];
    expect(readQrCode({ size: Number(size), path: drawing })).toBe(code);
    for (const shown of [words, `R$ ${amount.replace(".", ",")}`, receiverName]) {
      expect(text).toContain(shown);
    }
    expect(text).toContain("uma pessoa confere o extrato");
    expect(text).toContain(`vale até ${formatCivilDate(addDays(today(), 7))}`);
  },
);

test("one order per plan and period, however often and in however many tabs the page is opened", async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => open()));
  expect(new Set(opened.map(({ code }) => code)).size).toBe(1);
  await send({ intent: "gerar" });
  expect(await ordersOf(sharedSite(), owner.user.uid)).toHaveLength(1);
  const other = await signIn(sharedSite(), { validoAte: today() });
  const theirs = await open(path, { cookie: other.cookie });
  expect(theirs.code).not.toBe(opened[0]?.code);
});

test("a page fetched ahead orders nothing, and its button does", async () => {
  const headers = { "Sec-Purpose": "prefetch;prerender" };
  const { status, code, text } = await open(path, { headers });
  expect([status, code]).toEqual([200, null]);
  expect(text).toContain("Gerar código Pix");
  expect(await ordersOf(sharedSite(), owner.user.uid)).toEqual([]);
  const sent = await send({ intent: "gerar" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([302, path]);
  expect(await ordersOf(sharedSite(), owner.user.uid)).toHaveLength(1);
  // Once there is one, it is shown to whoever fetches it.
  expect((await open(path, { headers })).code).not.toBeNull();
});

test("without the variables there is no such page, for anybody", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  for (const Cookie of ["", cookie]) {
    const ordinary = await site.app.request("/nao-existe", { headers: { Cookie } });
    const answer = await site.app.request(path, { headers: { Cookie } });
    expect([answer.status, await answer.text()]).toEqual([404, await ordinary.text()]);
    expect((await postForm(site, path, { intent: "gerar" }, Cookie)).status).toBe(404);
  }
  expect(await site.db.$count(planOrders)).toBe(0);
  const plans = await (await site.app.request("/plans", { headers: { Cookie: cookie } })).text();
  expect(plans).not.toContain("/plans/pix");
});

test("login and registration lead a visitor back to the plan they chose", async () => {
  const site = sharedSite();
  const visit = await site.app.request(`${path}&outra=1`);
  expect([visit.status, visit.headers.get("Location")]).toEqual([302, "/login"]);
  expect((await flashOf(visit))?.text).toMatch(/^Para pagar com Pix, entre na sua conta/);
  const back = cookiesOf(visit);
  const { email } = owner.user;
  const entered = await postForm(site, "/login", { email, password: owner.password }, back);
  expect([entered.status, entered.headers.get("Location")]).toEqual([302, path]);
  const form = {
    displayName: "Rita",
    email: `${crypto.randomUUID()}@example.com`,
    password,
    confirmPassword: password,
  };
  const registered = await postForm(site, "/register", form, back);
  expect([registered.status, registered.headers.get("Location")]).toEqual([302, path]);
  expect((await postForm(site, path, { intent: "gerar" })).headers.get("Location")).toBe("/login");
});

test.each([
  ["/plans/pix", 200],
  ["/plans/pix?plano=basico", 200],
  ["/plans/pix?plano=nenhum&por=mes", 400],
  ["/plans/pix?plano=basico&por=6-meses", 400],
  ["/plans/pix?plano=constructor&por=toString", 400],
])("%s lets one choose (%i), and orders nothing", async (address, status) => {
  const { text, html, ...answer } = await open(address);
  expect(answer.status).toBe(status);
  expect(text.includes("Esse plano ou esse prazo não existe.")).toBe(status === 400);
  for (const [query] of prices) expect(html).toContain(query.replace("&", "&amp;"));
  const sent = await postForm(sharedSite(), address, { intent: "gerar" }, owner.cookie);
  expect(sent.status).toBe(400);
  expect(await ordersOf(sharedSite(), owner.user.uid)).toEqual([]);
});

test("'Já paguei' tells the operator, once, with nothing about the advertiser", async () => {
  await open();
  const [order] = await ordersOf(sharedSite(), owner.user.uid);
  const id = order?.id ?? "";
  for (const sent of [
    ...(await Promise.all([send({ intent: "paguei", id }), send({ intent: "paguei", id })])),
    await send({ intent: "paguei", id }),
  ]) {
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, path]);
  }
  const letters = await letterToOperator(order?.txid ?? "");
  expect(letters).toEqual([
    {
      userId: null,
      content: expect.objectContaining({
        to: "contato@mardeminas.example",
        toOperator: true,
        subject: "Pix de R$ 25,00 para conferir",
        text: expect.stringContaining("/operador/pagamentos"),
      }),
    },
  ]);
  expect(JSON.stringify(letters)).not.toMatch(new RegExp(`${owner.user.email}|Maria`));
  const { text, code } = await open();
  expect(text).toContain("Seu aviso chegou");
  expect(text).not.toContain("Já paguei");
  // They may have said so too early.
  expect(code).not.toBeNull();
});

test("only the advertiser can say that an order of theirs is paid", async () => {
  const order = await storeOrder(sharedSite(), owner.user.uid);
  const other = await signIn(sharedSite());
  for (const [cookie, id, status] of [
    [other.cookie, order.id, 404],
    [other.cookie, crypto.randomUUID(), 404],
    [owner.cookie, "nada", 404],
    ["", order.id, 302],
  ] as const) {
    expect((await send({ intent: "paguei", id }, cookie)).status).toBe(status);
  }
  expect(await ordersOf(sharedSite(), owner.user.uid)).toMatchObject([{ paidAt: null }]);
  expect(await letterToOperator(order.txid)).toEqual([]);
});

test("letters to the operator are limited", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    const { id } = await storeOrder(sharedSite(), owner.user.uid);
    statuses.push((await send({ intent: "paguei", id })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(302), 429]);
});

test("an order lasts seven days; later it can still be told of, or another one be made", async () => {
  const site = sharedSite();
  const { uid } = owner.user;
  const age = (days: number) =>
    site.db
      .update(planOrders)
      .set({ endsOn: addDays(today(), 7 - days) })
      .where(eq(planOrders.uid, uid));
  const { code } = await open();
  await age(7);
  expect((await open()).code).toBe(code);
  await age(8);
  const ended = await open();
  expect(ended.code).toBeNull();
  expect(ended.text).toContain("Este código terminou");
  expect(await ordersOf(site, uid)).toHaveLength(1);

  const [old] = await ordersOf(site, uid);
  await send({ intent: "gerar" });
  const renewed = await open();
  expect(renewed.code).not.toBe(code);
  expect(await ordersOf(site, uid)).toHaveLength(2);
  expect((await send({ intent: "paguei", id: old?.id ?? "" })).status).toBe(302);
  expect(await letterToOperator(old?.txid ?? "")).toHaveLength(1);
});

test("a week after an order has ended, the page begins anew", async () => {
  await storeOrder(sharedSite(), owner.user.uid, {
    endsOn: addDays(today(), -8),
    createdAt: new Date(Date.now() - 15 * 86_400_000),
  });
  expect((await open()).code).not.toBeNull();
  expect(await ordersOf(sharedSite(), owner.user.uid)).toHaveLength(2);
});

test("a settled order shows how it ended, and never its code again", async () => {
  const site = sharedSite();
  const { id } = await storeOrder(site, owner.user.uid, { paidAt: new Date() });
  const settle = (as: Partial<typeof planOrders.$inferInsert>) =>
    site.db
      .update(planOrders)
      .set({ settledAt: new Date(), validoAte: null, motivo: null, ...as })
      .where(eq(planOrders.id, id));
  await settle({ settledAs: "missing", motivo: "Não há nada no extrato." });
  const missing = await open();
  expect([missing.code, missing.text]).toEqual([
    null,
    expect.stringContaining("Não há nada no extrato."),
  ]);
  await settle({ settledAs: "received", validoAte: "2027-01-31" });
  const received = await open();
  expect([received.code, received.text]).toEqual([
    null,
    expect.stringMatching(/Pix recebido em\s+\d\d\/\d\d\/\d{4}\s*:\s+Básico por 1 mês/),
  ]);
  // What it bought stays; what one has now is the plan of now.
  for (const [plan, words] of [
    [
      { plano: "profissional", validoAte: "2099-01-31" },
      /Hoje:\s+Plano Profissional\s*\.\s+Até\s+31\/01\/2099/,
    ],
    [
      { plano: "nenhum", validoAte: null, planEndedOn: "2026-01-31", endedPlan: "basico" },
      /Hoje:\s+Sem plano ativo\s*\.\s+Seu Plano Básico terminou/,
    ],
  ] as const) {
    await site.db.update(users).set(plan).where(eq(users.id, owner.user.uid));
    const { text, code } = await open(`${path}&recibo=sim`);
    expect(text).toMatch(words);
    expect(code).toBeNull();
    expect(text).not.toMatch(/Pagar mais|Gerar/);
    expect(text).toContain("Básico por 1 mês");
    expect(text).not.toContain("31/01/2027");
  }
  expect(await ordersOf(site, owner.user.uid)).toHaveLength(1);
  expect((await send({ intent: "paguei", id })).status).toBe(409);
});

test("a confirmed order doesn't stand for a new wish once the plan has changed; its receipt is a link away", async () => {
  const site = sharedSite();
  const until = addDays(today(), 20);
  await storeOrder(site, owner.user.uid, {
    paidAt: new Date(),
    settledAt: new Date(),
    settledAs: "received",
    validoAte: until,
    createdAt: new Date(Date.now() - 60_000),
  });
  const set = (plan: Partial<typeof users.$inferInsert>) =>
    site.db.update(users).set(plan).where(eq(users.id, owner.user.uid));
  await set({ plano: "basico", validoAte: until });
  const same = await open();
  expect([same.code, same.text]).toEqual([null, expect.stringContaining("Pagar mais 1 mês")]);

  await set({ plano: "profissional", postsPermitidos: 2, validoAte: until });
  const ahead = await open(path, { headers: { "Sec-Purpose": "prefetch" } });
  expect([ahead.code, ahead.text]).toEqual([null, expect.stringContaining("Gerar código Pix")]);
  for (const { code, text, html } of [await open(), await open()]) {
    expect(code).not.toBeNull();
    expect(text).toContain("Mudar para o Plano Básico, 1 mês");
    expect(text).not.toMatch(/Pix recebido!|Pagar mais/);
    expect(html).toContain('href="/plans/pix?plano=basico&amp;por=mes&amp;recibo=sim"');
  }
  expect(await ordersOf(site, owner.user.uid)).toHaveLength(2);
  const receipt = await open(`${path}&recibo=sim`);
  expect([receipt.code, receipt.text]).toEqual([null, expect.stringContaining("Pix recebido em")]);
});

const effects: [title: string, plan: Partial<typeof users.$inferInsert>, words: string[]][] = [
  [
    "an end",
    { validoAte: addDays(today(), 1) },
    [`A contar de ${formatCivilDate(addDays(today(), 1))}, quando o seu plano de hoje termina.`],
  ],
  [
    "another plan",
    { plano: "profissional", validoAte: addDays(today(), 30) },
    [
      `Vale até ${formatCivilDate(addDays(endOfTerm("mes", today()), 96))}`,
      `no lugar do seu Plano Profissional, que vai até ${formatCivilDate(addDays(today(), 30))}`,
      "Os 30 dias que faltam do Plano Profissional valem 96 dias no Plano Básico.",
    ],
  ],
  [
    "free days of another plan",
    { plano: "profissional", validoAte: addDays(today(), 30), freeUntil: addDays(today(), 30) },
    [
      `Vale até ${formatCivilDate(endOfTerm("mes", today()))}`,
      "Os 30 dias grátis que faltam do Plano Profissional não contam no Plano Básico.",
    ],
  ],
  [
    "another plan without an end",
    { plano: "profissional", validoAte: null },
    [
      `Vale até ${formatCivilDate(endOfTerm("mes", today()))}`,
      "Seu Plano Profissional não tem data para terminar, por isso não vale dias no Plano Básico.",
    ],
  ],
  ["none", { plano: "nenhum", postsPermitidos: 0 }, ["A contar do dia da confirmação."]],
];

test.each(effects)(
  "says from when the plan counts and what is left of the present one is worth, to someone who has %s",
  async (_, plan, words) => {
    await sharedSite()
      .db.update(users)
      .set({ validoAte: null, ...plan })
      .where(and(eq(users.id, owner.user.uid)));
    const { text } = await open();
    for (const each of words) expect(text).toContain(each);
  },
);

test("someone with two ads reads, before paying for the smaller plan, that both stay", async () => {
  const set = (plan: Partial<typeof users.$inferInsert>) =>
    sharedSite().db.update(users).set(plan).where(eq(users.id, owner.user.uid));
  await set({ plano: "profissional", postsPermitidos: 2, postsCriados: 2 });
  const stay = "São 2 anúncios, e no Plano Básico cabe 1. Todos ficam: nenhum sai do ar por isso";
  expect((await open()).text).toContain(stay);
  expect((await open("/plans/pix?plano=profissional&por=mes")).text).not.toContain("Todos ficam");
  await set({ postsCriados: 1 });
  expect((await open()).text).not.toContain("Todos ficam");
});

test("nobody is asked to pay for the plan that they have without an end; the other can still be had", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  for (const por of ["mes", "ano"]) {
    const own = await open(`/plans/pix?plano=basico&por=${por}`, { cookie });
    expect([own.status, own.code]).toEqual([200, null]);
    expect(own.text).toContain("Não há nada a pagar agora");
    expect(own.text).toContain("os primeiros 30 dias são grátis; depois, R$ 25,00 por mês");
    expect(own.html).toContain('href="/contato?plano=basico&amp;para=renovar"');
    expect(own.html).toContain(`href="/plans/pix?plano=profissional&amp;por=${por}"`);
    expect(own.text).not.toContain("Gerar código Pix");
  }
  expect((await send({ intent: "gerar" }, cookie)).status).toBe(409);
  expect(await ordersOf(site, user.uid)).toEqual([]);
  for (const address of ["/dashboard", "/minha-conta", "/plans", "/plans/pix"]) {
    const { html } = await open(address, { cookie });
    expect(html, address).not.toContain("/plans/pix?plano=basico");
    if (address.startsWith("/plans")) {
      expect(html, address).toContain("/plans/pix?plano=profissional");
    }
  }
  expect((await open("/plans/pix?plano=profissional&por=mes", { cookie })).code).not.toBeNull();
});

test("a full Básico is led to the Profissional's code", async () => {
  const { cookie } = await signIn(sharedSite(), { postsCriados: 1 });
  const { html } = await open("/dashboard", { cookie });
  const href = 'href="/plans/pix?plano=profissional&amp;por=mes"';
  expect(html).toMatch(new RegExp(`${href.replace("?", "\\?")}[^>]*>Passar para o Profissional`));
});

test("a code from before the plan lost its end isn't shown, but can still be told of", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const { id } = await storeOrder(site, user.uid);
  const before = await open(path, { cookie });
  expect([before.code, before.text]).toEqual([null, expect.stringContaining("Você já pagou?")]);
  expect((await send({ intent: "paguei", id }, cookie)).status).toBe(302);
  expect((await open(path, { cookie })).text).toContain("Seu aviso chegou");
});

const waiting = /Seu aviso de R\$ 25,00 chegou; conferimos até \d\d\/\d\d\/\d{4} ?\./;

test("a payment told of stands in place of the ways to pay, and above any other code", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site, { validoAte: addDays(today(), 5) });
  const theirs = (address: string) => open(address, { cookie });
  expect((await theirs("/dashboard")).text).toContain("Pagar com Pix");
  const { id } = await storeOrder(site, user.uid);
  await send({ intent: "paguei", id }, cookie);
  for (const address of ["/dashboard", "/minha-conta"]) {
    const { text, html } = await theirs(address);
    expect(text, address).toMatch(waiting);
    expect(text, address).not.toMatch(/Pagar com Pix|Renovar o plano/);
    expect(html, address).not.toContain("/plans/pix?");
  }
  for (const address of ["/plans", "/plans/pix", "/plans/pix?plano=basico&por=ano"]) {
    expect((await theirs(address)).text, address).toMatch(waiting);
  }
  // Its own page has a note of its own.
  expect((await theirs(path)).text).not.toMatch(waiting);
  expect((await open("/dashboard")).text).not.toMatch(waiting);

  await site.db
    .update(planOrders)
    .set({ paidAt: new Date(Date.now() - 8 * 86_400_000), endsOn: addDays(today(), -20) })
    .where(eq(planOrders.id, id));
  const late = await theirs(path);
  expect(late.text).toMatch(/Seu aviso de R\$ 25,00 chegou em .* e ainda não conferimos\./);
});

test("a payment that wasn't found is told of on the dashboard for a week, until another is told of or received", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site, { validoAte: addDays(today(), 5) });
  const dashboard = () => open("/dashboard", { cookie });
  const { id } = await storeOrder(site, user.uid, { paidAt: new Date() });
  const settle = (order: string, as: Partial<typeof planOrders.$inferInsert>) =>
    site.db
      .update(planOrders)
      .set({ settledAt: new Date(), ...as })
      .where(eq(planOrders.id, order));
  const missing = { settledAs: "missing", motivo: "Veio de outro nome." } as const;
  await settle(id, missing);
  const { text, html } = await dashboard();
  expect(text).toContain("Não encontramos o seu Pix de R$ 25,00");
  expect(text).toContain("“Veio de outro nome.”");
  expect(text.indexOf("Não encontramos")).toBeLessThan(text.indexOf("Para continuar depois"));
  expect(text).not.toContain("Pagar com Pix");
  expect(html).toContain('href="/plans/pix?plano=basico&amp;por=mes"');
  expect(html).toContain('href="/contato?plano=basico&amp;por=mes"');

  const other = await storeOrder(site, user.uid, { por: "ano", paidAt: new Date() });
  expect((await dashboard()).text).not.toContain("Não encontramos");
  await settle(other.id, { settledAs: "received", validoAte: addDays(today(), 5) });
  expect((await dashboard()).text).not.toContain("Não encontramos");
  expect((await dashboard()).text).toContain("Pagar com Pix");

  await site.db.delete(planOrders).where(eq(planOrders.id, other.id));
  await settle(id, { settledAt: new Date(Date.now() - 7.1 * 86_400_000) });
  expect((await dashboard()).text).not.toContain("Não encontramos");
});
