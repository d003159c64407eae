import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { postForm } from "../../../../testing/account-pages.ts";
import { password } from "../../../../testing/advertiser.ts";
import { cookiesOf, flashOf } from "../../../../testing/cookies.ts";
import {
  codeIn,
  ordersOf,
  pixVariables,
  receiverName,
  storeOrder,
} from "../../../../testing/orders.ts";
import { readBrCode } from "../../../../testing/read-br-code.ts";
import { readQrCode } from "../../../../testing/read-qr-code.ts";
import { shareTestSite, signIn } from "../../../../testing/site.ts";
import { textOf } from "../../../../testing/text-of.ts";
import { addDays, today } from "../../../domain/calendar/civil-date.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { planOrders } from "../../../platform/db/order-schema.ts";

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
  return { answer, status: answer.status, html, text: textOf(html), code: codeIn(html) };
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
    const asked = { key: pixVariables.PIX_KEY, amount, name: receiverName, txid: order?.txid };
    expect(readBrCode(code ?? "")).toMatchObject(asked);
    expect(order?.txid).toMatch(/^[0-9A-Z]{20}$/);
    const [, size, drawing = ""] =
      /viewBox="0 0 (\d+) \d+"[^>]*aria-label="Código QR do Pix"[\s\S]*?fill="#000" d="([^"]+)"/.exec(
        html,
      ) ?? [];
    expect(readQrCode({ size: Number(size), path: drawing })).toBe(code);
    for (const shown of [words, `R$ ${amount.replace(".", ",")}`, receiverName]) {
      expect(text).toContain(shown);
    }
    for (const part of ["a partir da confirmação", "Conferimos em até um dia útil."]) {
      expect(text).toContain(part);
    }
  },
);

test("one order per plan and period, however often and in however many tabs the page is opened", async () => {
  const opened = await Promise.all(Array.from({ length: 5 }, () => open()));
  expect(new Set(opened.map(({ code }) => code)).size).toBe(1);
  expect(await ordersOf(sharedSite(), owner.user.uid)).toHaveLength(1);
  const other = await signIn(sharedSite(), { validoAte: today() });
  const theirs = await open(path, { cookie: other.cookie });
  expect(theirs.code).not.toBe(opened[0]?.code);
});

test("without the variables there is no such page, for anybody", async () => {
  const { createApp } = await import(
    join(import.meta.dirname, "../../../../build/server/index.js")
  );
  const app = createApp({ ...sharedSite(), pix: null }, null);
  const ask = (address: string, Cookie: string, fields?: Record<string, string>) =>
    app.request(address, {
      method: fields ? "POST" : "GET",
      headers: { Cookie },
      body: fields && new URLSearchParams(fields),
    });
  for (const cookie of ["", owner.cookie]) {
    const ordinary = await ask("/nao-existe", cookie);
    const answer = await ask(path, cookie);
    expect([answer.status, await answer.text()]).toEqual([404, await ordinary.text()]);
    expect((await ask(path, cookie, { intent: "paguei" })).status).toBe(404);
  }
  expect(await ordersOf(sharedSite(), owner.user.uid)).toEqual([]);
  expect(await (await ask("/plans", owner.cookie)).text()).not.toContain("/plans/pix");
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
  expect((await postForm(site, path, { intent: "paguei" })).headers.get("Location")).toBe("/login");
});

test.each([
  "",
  "?plano=basico",
  "?plano=nenhum&por=mes",
  "?plano=basico&por=6-meses",
  "?plano=constructor&por=toString",
])("without a plan and a period (%s) it leads to the plans, and orders nothing", async (query) => {
  const { answer } = await open(`/plans/pix${query}`);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/plans"]);
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
  expect(text).toContain("Você avisou em");
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
  expect(await ordersOf(sharedSite(), owner.user.uid)).toMatchObject([{ reportedPaidAt: null }]);
  expect(await letterToOperator(order.txid)).toEqual([]);
});

test("for a week, the page shows the outcome of a payment above the code of the next one", async () => {
  const site = sharedSite();
  const { id } = await storeOrder(site, owner.user.uid, { reportedPaidAt: new Date() });
  const settle = (as: Partial<typeof planOrders.$inferInsert>) =>
    site.db
      .update(planOrders)
      .set({ settledAt: new Date(), validoAte: null, motivo: null, ...as })
      .where(eq(planOrders.id, id));
  await settle({ settledAs: "missing", motivo: "Não há nada no extrato." });
  expect((await open()).text).toContain("Não há nada no extrato.");
  const received = { settledAs: "received", validoAte: "2027-01-31" } as const;
  await settle(received);
  const settled = await open();
  expect(settled.text).toMatch(/Pix recebido em \d\d\/\d\d\/\d{4}/);
  expect(settled.text).toContain("Pagar mais 1 mês");
  expect(settled.code).not.toBeNull();
  await settle({ ...received, settledAt: new Date(Date.now() - 7.1 * 86_400_000) });
  expect((await open()).text).not.toMatch(/Pix recebido|Pagar mais/);
  expect(await ordersOf(site, owner.user.uid)).toHaveLength(2);
  expect((await send({ intent: "paguei", id })).status).toBe(409);
});

test("a reported payment stands in place of the ways to pay, until it is settled", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site, { validoAte: addDays(today(), 5) });
  const dashboard = () => open("/dashboard", { cookie });
  expect((await dashboard()).text).toContain("Pagar com Pix");
  const { id } = await storeOrder(site, user.uid, { reportedPaidAt: new Date() });
  const waiting = await dashboard();
  expect(waiting.text).toContain("Seu aviso de pagamento chegou. Conferimos em até um dia útil.");
  expect(waiting.html).not.toContain("/plans/pix?");
  const missing = { settledAs: "missing", settledAt: new Date(), motivo: "Não chegou." } as const;
  await site.db.update(planOrders).set(missing).where(eq(planOrders.id, id));
  expect((await dashboard()).text).toContain("Pagar com Pix");
});
