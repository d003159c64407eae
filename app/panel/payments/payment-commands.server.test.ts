import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { ordersOf, storeOrder } from "../../../testing/orders.ts";
import { createAdvertiser, readAd, readUser } from "../../../testing/plan-advertiser.ts";
import { lettersTo } from "../../../testing/questions.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { textOf } from "../../../testing/text-of.ts";
import { endPlans } from "../../domain/accounts/plans/plan-ends.server.ts";
import { endOfTerm } from "../../domain/accounts/plans/plans.ts";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { auditLog } from "../../platform/db/operation-schema.ts";
import { receivePayment } from "./payment-commands.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });
const path = "/operador/pagamentos";
let operator: Awaited<ReturnType<typeof signInOperator>>;
beforeAll(async () => {
  operator = await signInOperator(sharedSite());
});

const decide = (intent: string, id: string, motivo = "", cookie = operator.cookie, ate = "") =>
  postForm(sharedSite(), path, { intent, id, motivo, ate }, cookie);

async function panelText(q = ""): Promise<string> {
  const headers = { Cookie: operator.cookie };
  const html = await (await sharedSite().app.request(`${path}?q=${q}`, { headers })).text();
  return textOf(html);
}

const grantsOf = (uid: string) => sharedSite().db.$count(auditLog, eq(auditLog.subjectId, uid));

test("'Recebi este Pix' grants the ordered plan and logs it; pressed again, it grants nothing more", async () => {
  const site = sharedSite();
  const { uid, email } = await createAdvertiser(site, { validoAte: addDays(today(), 1) });
  const order = await storeOrder(site, uid, { reportedPaidAt: new Date() });
  const text = await panelText();
  for (const shown of ["R$ 25,00 · Plano Básico, 1 mês", order.txid, "Avisou que pagou"]) {
    expect(text).toContain(shown);
  }
  const until = endOfTerm("mes", addDays(today(), 1));
  expect((await decide("recebi", order.id)).status).toBe(302);
  expect(await readUser(site, uid)).toMatchObject({ plano: "basico", validoAte: until });
  expect(await ordersOf(site, uid)).toMatchObject([{ settledAs: "received", validoAte: until }]);
  expect(await lastEntry(site, uid)).toMatchObject({
    action: "plan-granted",
    actor: operator.user.email,
    reason: `Pix de R$ 25,00, identificador ${order.txid}`,
    after: expect.objectContaining({ validoAte: until }),
  });
  expect((await decide("recebi", order.id)).status).toBe(409);
  expect((await decide("nao-recebi", order.id, "Engano")).status).toBe(409);
  expect(await readUser(site, uid)).toMatchObject({ validoAte: until });
  expect(await grantsOf(uid)).toBe(1);
  expect(await lettersTo(site, email)).toEqual([]);
});

test("in place of another plan that runs, the operator types the day", async () => {
  const site = sharedSite();
  const validoAte = addDays(today(), 20);
  const { uid } = await createAdvertiser(site, { plano: "profissional", validoAte });
  const { id } = await storeOrder(site, uid, { reportedPaidAt: new Date() });
  expect(await panelText()).toContain("Hoje vale outro plano");
  expect((await decide("recebi", id)).status).toBe(400);
  const ate = addDays(today(), 90);
  expect((await decide("recebi", id, "", operator.cookie, ate)).status).toBe(302);
  expect(await readUser(site, uid)).toMatchObject({ plano: "basico", validoAte: ate });
  expect(await ordersOf(site, uid)).toMatchObject([{ settledAs: "received", validoAte: ate }]);
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

test("a late payment that nobody reported brings back the ads that its plan's end had paused", async () => {
  const site = sharedSite();
  const { uid, id: ad } = await createAdvertiser(site, { validoAte: "2026-01-31" });
  await endPlans(site, "2026-06-01");
  expect(await readAd(site, ad)).toBe("plan");
  const { id, txid } = await storeOrder(site, uid, { createdAt: new Date("2026-06-01") });
  // Opening the page of a code makes an order; only a search for what stands on the bank statement finds it.
  expect(await panelText()).not.toContain(txid);
  const found = await panelText(txid.toLowerCase());
  expect(found).toContain(txid);
  expect(found).toContain("Chegou mesmo assim?");
  expect(found).not.toContain("Não chegou?");
  expect((await decide("recebi", id)).status).toBe(302);
  expect(await readAd(site, ad)).toBe("public");
});

test("'Não recebi' needs a reason, for the log and the advertiser; a payment found later counts", async () => {
  const site = sharedSite();
  const plan = { validoAte: "2099-01-31", emailVerified: true };
  const { uid, email } = await createAdvertiser(site, plan);
  const { id, txid } = await storeOrder(site, uid, { reportedPaidAt: new Date() });
  expect((await decide("nao-recebi", id, " ")).status).toBe(400);
  const reason = "Não há R$ 25,00 no extrato.";
  expect(await ordersOf(site, uid)).toMatchObject([{ settledAs: null }]);
  expect(await lettersTo(site, email)).toEqual([]);

  expect((await decide("nao-recebi", id, reason)).status).toBe(302);
  const after = { txid, cents: 2500 };
  const entry = { action: "payment-missing", reason, after };
  expect(await lastEntry(site, uid)).toMatchObject(entry);
  const [letter, ...others] = await lettersTo(site, email);
  expect(others).toEqual([]);
  expect(letter?.subject).toBe("Não encontramos o seu Pix de R$ 25,00");
  for (const words of [reason, "/plans/pix?plano=basico&por=mes"]) {
    expect(letter?.text).toContain(words);
  }
  expect((await decide("nao-recebi", id, "De novo")).status).toBe(409);
  expect(await readUser(site, uid)).toMatchObject({ validoAte: "2099-01-31" });

  expect((await decide("recebi", id)).status).toBe(302);
  expect(await readUser(site, uid)).toMatchObject({ validoAte: "2099-02-28" });
  expect(await ordersOf(site, uid)).toMatchObject([{ settledAs: "received", motivo: null }]);
});

// permissions.server.test.ts covers callers who don't get to see the panel.
test("only staff confirm, and an order that is gone is missing", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  const order = await storeOrder(site, user.uid);
  expect(await receivePayment(site, user, order)).toMatchObject({ ok: false, reason: "not-staff" });
  expect(await ordersOf(site, user.uid)).toMatchObject([{ settledAs: null }]);
  for (const id of [crypto.randomUUID(), "nada"]) {
    expect((await decide("recebi", id)).status).toBe(404);
  }
});
