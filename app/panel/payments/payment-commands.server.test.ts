import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { agePassword, lastEntry, signInOperator } from "../../../testing/operator.ts";
import { ordersOf, pixVariables, storeOrder } from "../../../testing/orders.ts";
import { createAdvertiser, readAd, readUser, type User } from "../../../testing/plan-advertiser.ts";
import { lettersTo } from "../../../testing/questions.ts";
import { openTestSite, shareTestSite, signIn } from "../../../testing/site.ts";
import { endPlans } from "../../accounts/plans/plan-ends.server.ts";
import { endOfTerm } from "../../accounts/plans/plan-terms.ts";
import { addDays, formatCivilDate, today } from "../../calendar/civil-date.ts";
import { auditLog, staff } from "../../db/operation-schema.ts";
import type { planOrders } from "../../db/order-schema.ts";
import { receivePayment } from "./payment-commands.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });
const path = "/operador/pagamentos";
let operator: Awaited<ReturnType<typeof signInOperator>>;
beforeAll(async () => {
  operator = await signInOperator(sharedSite());
});

const press = (form: Record<string, string>, cookie = operator.cookie) =>
  postForm(sharedSite(), path, form, cookie);

/** Presses a button twice. */
const decide = (intent: string, id: string, motivo = "", cookie = operator.cookie) =>
  press({ intent, id, motivo, confirmado: "sim" }, cookie);

async function panelText(cookie = operator.cookie): Promise<string> {
  return textOf(await sharedSite().app.request(path, { headers: { Cookie: cookie } }));
}

async function textOf(answer: Response): Promise<string> {
  return (await answer.text())
    .replace(/<script[\s\S]*/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,])/g, "");
}

const grantsOf = (uid: string) => sharedSite().db.$count(auditLog, eq(auditLog.subjectId, uid));

test("'Recebi este Pix' grants what was ordered, logs it, and pressed again grants nothing more", async () => {
  const site = sharedSite();
  const { uid, email } = await createAdvertiser(site, { validoAte: addDays(today(), 1) });
  const order = await storeOrder(site, uid, { paidAt: new Date() });
  const text = await panelText();
  for (const shown of ["R$ 25,00 · Plano Básico, 1 mês", order.txid, "Avisou que pagou"]) {
    expect(text).toContain(shown);
  }
  const until = endOfTerm("mes", addDays(today(), 1));
  expect((await decide("recebi", order.id)).status).toBe(302);
  expect(await readUser(site, uid)).toMatchObject({ plano: "basico", validoAte: until });
  expect(await ordersOf(site, uid)).toMatchObject([{ settledAs: "received", validoAte: until }]);
  const letters = await lettersTo(site, email);
  expect(letters).toHaveLength(1);
  expect(letters[0]?.text).toContain(formatCivilDate(until));
  expect(await lastEntry(site, uid)).toMatchObject({
    action: "plan-granted",
    actor: operator.user.email,
    reason: `Pix de R$ 25,00, identificador ${order.txid}`,
    after: expect.objectContaining({ validoAte: until }),
  });
  const again = await decide("recebi", order.id);
  expect(again.status).toBe(409);
  expect(await textOf(again)).toContain("Este Pix já foi confirmado");
  expect((await decide("nao-recebi", order.id, "Engano")).status).toBe(409);
  expect(await readUser(site, uid)).toMatchObject({ validoAte: until });
  expect(await grantsOf(uid)).toBe(1);
  expect(await lettersTo(site, email)).toHaveLength(1);
});

test("ads beyond a smaller plan: the card and the letter say that all stay, and they do", async () => {
  const site = sharedSite();
  const {
    uid,
    email,
    id: ad,
  } = await createAdvertiser(site, {
    plano: "profissional",
    postsPermitidos: 2,
    postsCriados: 2,
    validoAte: addDays(today(), 1),
  });
  const order = await storeOrder(site, uid, { paidAt: new Date() });
  const stay = "São 2 anúncios, e no Plano Básico cabe 1. Todos ficam: nenhum sai do ar por isso";
  expect(await panelText()).toContain(stay);
  expect((await decide("recebi", order.id)).status).toBe(302);
  expect((await lettersTo(site, email))[0]?.text).toContain(stay);
  expect(await readAd(site, ad)).toBe("public");
});

test("two operators who confirm at once grant one month", async () => {
  const site = sharedSite();
  const { uid } = await createAdvertiser(site, { validoAte: "2099-01-31" });
  const order = await storeOrder(site, uid);
  const other = await signInOperator(site);
  const answers = await Promise.all(
    [operator.cookie, other.cookie, operator.cookie].map((cookie) =>
      decide("recebi", order.id, "", cookie),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
  expect(await readUser(site, uid)).toMatchObject({ validoAte: "2099-02-28" });
  expect(await grantsOf(uid)).toBe(1);
});

type Ordered = Pick<typeof planOrders.$inferInsert, "plano" | "por">;
const grants: [title: string, plan: User, ordered: Ordered, validoAte: string][] = [
  [
    "continues from the end of the same plan",
    { validoAte: "2027-02-10" },
    { plano: "basico", por: "ano" },
    "2028-02-10",
  ],
  [
    "begins today with another plan, a month after 31 January, with what 334 days of the old one are worth",
    { plano: "basico", validoAte: "2027-12-31" },
    { plano: "profissional", por: "mes" },
    "2027-06-13",
  ],
  [
    "begins today with a cheaper plan, with what 10 days of the old one are worth",
    { plano: "profissional", validoAte: "2027-02-10" },
    { plano: "basico", por: "mes" },
    "2027-04-01",
  ],
  [
    "begins today once the plan is over",
    { plano: "nenhum", planEndedOn: "2027-01-01" },
    { plano: "basico", por: "mes" },
    "2027-02-28",
  ],
  [
    "gives a plan without an end one from today",
    { validoAte: null },
    { plano: "basico", por: "ano" },
    "2028-01-31",
  ],
  [
    "begins today on the last day of the plan",
    { validoAte: "2027-01-31" },
    { plano: "basico", por: "mes" },
    "2027-02-28",
  ],
];

test.each(grants)("confirmed on 2027-01-31, a Pix %s", async (_, plan, ordered, validoAte) => {
  const site = sharedSite();
  const { uid } = await createAdvertiser(site, plan);
  const { id } = await storeOrder(site, uid, ordered);
  expect(await receivePayment(site, operator.user, id, "2027-01-31")).toEqual({ ok: true });
  expect(await readUser(site, uid)).toMatchObject({ plano: ordered.plano, validoAte });
});

test("a late payment of an order that has ended brings back the ads that its plan's end had paused", async () => {
  const site = await openTestSite();
  const { cookie } = await signInOperator(site);
  const { uid, id: ad } = await createAdvertiser(site, { validoAte: "2026-01-31" });
  await endPlans(site, "2026-06-01");
  expect(await readAd(site, ad)).toBe("plan");
  const { id } = await storeOrder(site, uid, { endsOn: addDays(today(), -20) });
  expect(
    (await postForm(site, path, { intent: "recebi", id, confirmado: "sim" }, cookie)).status,
  ).toBe(302);
  expect(await readAd(site, ad)).toBe("public");
});

test("'Não recebi' needs a reason, which goes to the log and to the advertiser; a payment found later counts", async () => {
  const site = sharedSite();
  const { uid, email } = await createAdvertiser(site, {
    validoAte: "2099-01-31",
    emailVerified: true,
  });
  const { id, txid } = await storeOrder(site, uid, { paidAt: new Date() });
  const refused = await decide("nao-recebi", id, " ");
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Escreva o motivo");
  expect((await decide("nao-recebi", id, "Não há R$ 25,00 no extrato.")).status).toBe(302);
  expect(await lastEntry(site, uid)).toMatchObject({
    action: "payment-missing",
    reason: "Não há R$ 25,00 no extrato.",
    after: { txid, cents: 2500 },
  });
  const [letter, ...others] = await lettersTo(site, email);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe("Não encontramos o seu Pix de R$ 25,00");
  expect(letter?.text).toContain("Não há R$ 25,00 no extrato.");
  expect(letter?.text).toContain("/plans/pix?plano=basico&por=mes");
  expect(await readUser(site, uid)).toMatchObject({ validoAte: "2099-01-31" });
  expect((await decide("nao-recebi", id, "De novo")).status).toBe(409);

  expect((await decide("recebi", id)).status).toBe(302);
  expect(await readUser(site, uid)).toMatchObject({ validoAte: "2099-02-28" });
  expect(await ordersOf(site, uid)).toMatchObject([{ settledAs: "received", motivo: null }]);
});

test("only staff with a fresh password and factor confirm, and an order that is gone is missing", async () => {
  const site = sharedSite();
  const advertiser = await signIn(site);
  const order = await storeOrder(site, advertiser.user.uid);
  const removed = await signInOperator(site);
  await site.db.delete(staff).where(eq(staff.userId, removed.user.uid));
  const stale = await signInOperator(site);
  await agePassword(site, stale.user.uid, 24);
  for (const [cookie, status] of [
    ["", 404],
    [advertiser.cookie, 404],
    [removed.cookie, 404],
    [stale.cookie, 302],
  ] as const) {
    for (const intent of ["recebi", "nao-recebi"]) {
      const answer = await decide(intent, order.id, "Motivo", cookie);
      expect(answer.status).toBe(status);
      if (status === 302) expect(answer.headers.get("Location")).toContain("/operador/senha");
    }
  }
  expect(await receivePayment(site, removed.user, order.id)).toMatchObject({
    ok: false,
    reason: "not-staff",
  });
  for (const id of [crypto.randomUUID(), "nada"]) {
    expect((await decide("recebi", id)).status).toBe(404);
  }
  expect(await ordersOf(site, advertiser.user.uid)).toMatchObject([{ settledAs: null }]);
});

test("both buttons ask once, keep the reason, and change nothing until they are pressed again", async () => {
  const site = sharedSite();
  const { uid, email } = await createAdvertiser(site, { validoAte: "2099-01-31" });
  const { id } = await storeOrder(site, uid, { paidAt: new Date() });
  const received = await press({ intent: "recebi", id });
  expect(received.status).toBe(409);
  const asked = await received.text();
  expect(asked).toContain("O dinheiro está no extrato?");
  expect(asked).toMatch(/name="confirmado" value="sim"[\s\S]*Sim, recebi este Pix/);
  const missing = await press({ intent: "nao-recebi", id, motivo: "Não há nada no extrato." });
  expect(missing.status).toBe(409);
  const askedToo = await missing.text();
  expect(askedToo).toMatch(/<details[^>]* open=""/);
  expect(askedToo).toMatch(/Não há nada no extrato\.<\/textarea>/);
  expect(askedToo).toContain("Sim, não recebi");
  expect(await ordersOf(site, uid)).toMatchObject([{ settledAs: null }]);
  expect(await readUser(site, uid)).toMatchObject({ validoAte: "2099-01-31" });
  expect(await lettersTo(site, email)).toEqual([]);
});

test("the row of a change says which plan goes, what is left of it and the new end, as the grant then does", async () => {
  const site = sharedSite();
  const validoAte = addDays(today(), 31);
  const { uid } = await createAdvertiser(site, { validoAte });
  const { id } = await storeOrder(site, uid, {
    plano: "profissional",
    cents: 8000,
    paidAt: new Date(),
  });
  const until = addDays(endOfTerm("mes", today()), 10);
  const text = await panelText();
  expect(text).toContain(`Hoje: Plano Básico até ${formatCivilDate(validoAte)}.`);
  expect(text).toContain(
    `Confirmando hoje, vale até ${formatCivilDate(until)}, no lugar do Plano Básico. Os 31 dias que faltam do Plano Básico valem 10 dias no Plano Profissional.`,
  );
  expect((await decide("recebi", id)).status).toBe(302);
  expect(await readUser(site, uid)).toMatchObject({ plano: "profissional", validoAte: until });
  expect(await ordersOf(site, uid)).toMatchObject([{ validoAte: until }]);
});

test("the letter about a Pix is its receipt, and asks for no other payment", async () => {
  const site = await openTestSite(pixVariables);
  const operator = await signInOperator(site);
  const { uid, email } = await createAdvertiser(site, {
    validoAte: "2027-02-10",
    emailVerified: true,
  });
  const { id, txid } = await storeOrder(site, uid, { plano: "profissional", cents: 8000 });
  await receivePayment(site, operator.user, id, "2027-01-31");
  const [letter, ...others] = await lettersTo(site, email);
  expect(others).toEqual([]);
  expect(letter?.text).toContain(
    `Recebemos seu Pix de R$ 80,00 em 31/01/2027, identificador ${txid}.`,
  );
  expect(letter?.text).toContain("Seu Plano Profissional vai até 04/03/2027, incluído.");
  expect(letter?.text).toContain("Os 10 dias que faltavam do Plano Básico valem 4 dias");
  expect(letter?.text).not.toMatch(/Para continuar depois|Pagar com Pix|\/plans/);
});

test("today's page counts the payments that wait, and the panel keeps the others apart", async () => {
  const site = await openTestSite();
  const { cookie } = await signInOperator(site);
  const { user } = await signIn(site);
  await storeOrder(site, user.uid, { paidAt: new Date() });
  await storeOrder(site, user.uid, { por: "ano", cents: 25_000, endsOn: addDays(today(), -1) });
  const ask = async (address: string) =>
    (await site.app.request(address, { headers: { Cookie: cookie } })).text();
  expect(await ask("/operador")).toMatch(/<b>1<\/b><strong>Pix para conferir/);
  const panel = await ask(path);
  expect(panel.indexOf("R$ 25,00")).toBeLessThan(panel.indexOf("sem aviso de pagamento"));
  expect(panel.indexOf("R$ 250,00")).toBeGreaterThan(panel.indexOf("sem aviso de pagamento"));
  expect(panel).toContain("Terminou em");
  const [told = "", untold = ""] = panel.split("sem aviso de pagamento");
  expect(told).not.toContain("Chegou mesmo assim?");
  expect(untold).toMatch(/<details[^>]*><summary>Chegou mesmo assim\?<\/summary><form/);
  expect(untold).not.toMatch(/<details[^>]* open=""/);
  expect(panel).toContain("Este site não recebe por Pix");
});
