import { desc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { shareTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import {
  lettersOfEmail,
  loginsOfAddress,
  loginsOfEmail,
  noticesOfEmail,
  tooManyEmails,
} from "../../domain/accounts/account-limits.server.ts";
import { outbox } from "../db/mail-schema.ts";
import { verifications } from "../db/session-schema.ts";
import { createRateLimits, tooManyTries } from "./rate-limit.server.ts";

const sharedSite = shareTestSite();

let tests = 0;
let visitor = "";
let attacker = "";

// Limits count by network address, so each test has its own.
beforeEach(() => {
  tests += 1;
  visitor = `198.51.100.${tests}`;
  attacker = `203.0.113.${tests}`;
});

/** Sends a form from the network address `from`. */
function post(
  site: TestSite,
  path: string,
  form: Record<string, string>,
  { from = visitor, cookie = "" } = {},
) {
  const init = { method: "POST", body: new URLSearchParams(form), headers: { Cookie: cookie } };
  return site.app.request(path, init, { incoming: { socket: { remoteAddress: from } } });
}

async function failLogin(site: TestSite, email: string, from: string, times: number) {
  for (let n = 0; n < times; n += 1) {
    expect((await post(site, "/login", { email, password: "errada" }, { from })).status).toBe(400);
  }
}

async function lettersTo(site: TestSite, email: string): Promise<number> {
  return site.db.$count(outbox, sql`${outbox.content}->>'to' = ${email}`);
}

/** Makes the sent links this many minutes older. */
async function ageLinks(site: TestSite, minutes: number) {
  const past = sql`${minutes} * interval '1 minute'`;
  await site.db.update(verifications).set({
    createdAt: sql`${verifications.createdAt} - ${past}`,
    expiresAt: sql`${verifications.expiresAt} - ${past}`,
  });
}

test("ten failed logins lock an address out of that e-mail, and nobody else", async () => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  const right = { email: user.email.toUpperCase(), password };
  await failLogin(site, user.email, attacker, 10);

  const refused = await post(site, "/login", right, { from: attacker });

  expect(refused.status).toBe(429);
  const html = await refused.text();
  expect(html).toContain(tooManyTries.message);
  expect(html.toLowerCase()).toContain(user.email);
  expect((await post(site, "/login", right)).status).toBe(302);
  const other = await signIn(site);
  const login = { email: other.user.email, password: other.password };
  expect((await post(site, "/login", login, { from: attacker })).status).toBe(302);
});

test("successful logins do not count against an e-mail", async () => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  await failLogin(site, user.email, attacker, 9);
  for (let n = 0; n < 12; n += 1) {
    const login = { email: user.email, password };
    expect((await post(site, "/login", login, { from: attacker })).status).toBe(302);
  }
  await failLogin(site, user.email, attacker, 1);
  const last = await post(site, "/login", { email: user.email, password }, { from: attacker });
  expect(last.status).toBe(429);
});

test("concurrent attempts cannot exceed the limit", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  const wrong = { email: user.email, password: "errada" };
  const answers = await Promise.all(Array.from({ length: 14 }, () => post(site, "/login", wrong)));
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.length - refused.length, refused.length]).toEqual([10, 4]);
});

test("failures from many addresses lock an e-mail at ten times the limit", async () => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  const consumed = 99;
  await site.rateLimits(loginsOfEmail).consume(user.email, consumed);
  expect((await post(site, "/login", { email: user.email, password })).status).toBe(302);
  await failLogin(site, user.email, attacker, 1);
  expect((await post(site, "/login", { email: user.email, password })).status).toBe(429);
});

test("an address has fifty logins per quarter of an hour, over all e-mails", async () => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  await site.rateLimits(loginsOfAddress).consume(attacker, 49);
  await failLogin(site, "ninguem@example.com", attacker, 1);
  const login = { email: user.email, password };
  expect((await post(site, "/login", login, { from: attacker })).status).toBe(429);
  expect((await post(site, "/login", login)).status).toBe(302);
});

test("limits survive a restart", async () => {
  const site = sharedSite();
  const before = createRateLimits(site.db, 1, site.hashAddress);
  for (let n = 0; n < 10; n++) await before(lettersOfEmail).consume("maria@example.com");
  const after = createRateLimits(site.db, 1, site.hashAddress);
  await expect(after(lettersOfEmail).consume("maria@example.com")).rejects.toMatchObject({
    remainingPoints: 0,
  });
  await after(lettersOfEmail).consume("joao@example.com");
});

const resetSent = "E-mail de redefinição enviado com sucesso!";

test("a reset repeated within ten minutes reports success and sends nothing new", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  const reset = (from: string) =>
    post(site, "/login", { intent: "reset", email: user.email }, { from });
  for (const from of [attacker, visitor, attacker, attacker, attacker]) {
    const answer = await reset(from);
    expect([answer.status, (await answer.text()).includes(resetSent)]).toEqual([200, true]);
  }
  expect(await lettersTo(site, user.email)).toBe(1);
  expect(await site.db.$count(verifications, eq(verifications.value, user.uid))).toBe(1);
});

test("concurrent resets send and count one e-mail", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  const reset = () => post(site, "/login", { intent: "reset", email: user.email });
  const answers = await Promise.all([1, 2, 3].map(reset));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await lettersTo(site, user.email)).toBe(1);
  const counted = await site.rateLimits(lettersOfEmail).get(user.email);
  expect(counted?.consumedPoints).toBe(1);
});

test("after ten minutes, and after its link was used, a reset sends another e-mail", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  const reset = () => post(site, "/login", { intent: "reset", email: user.email });
  await reset();
  await ageLinks(site, 9);
  await reset();
  expect(await lettersTo(site, user.email)).toBe(1);
  await ageLinks(site, 2);
  await reset();
  expect(await lettersTo(site, user.email)).toBe(2);

  await site.db.delete(verifications);
  await reset();
  expect(await lettersTo(site, user.email)).toBe(3);
});

test("an attacker exhausts only their own address's limit, not the owner's", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  const reset = async (from: string) => {
    const form = { intent: "reset", email: user.email };
    const answer = await post(site, "/login", form, { from });
    await ageLinks(site, 11);
    return answer;
  };
  for (let n = 0; n < 3; n += 1) expect((await reset(attacker)).status).toBe(200);

  const refused = await reset(attacker);

  expect(refused.status).toBe(429);
  const html = await refused.text();
  expect(html).toContain(tooManyEmails.message);
  expect(html).toContain(user.email);
  expect(await lettersTo(site, user.email)).toBe(3);
  expect((await reset(visitor)).status).toBe(200);
  expect(await lettersTo(site, user.email)).toBe(4);
});

test("letters that strangers order to an address block neither its reset nor its confirmation", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const order = (n: number) =>
    post(site, "/avisos/novo?localizacao=Turvo", { email: user.email }, { from: `192.0.2.${n}` });
  let last = 0;
  for (let n = 1; n <= 11; n += 1) last = (await order(n)).status;
  expect(last).toBe(429);

  const reset = await post(site, "/login", { intent: "reset", email: user.email });
  expect([reset.status, (await reset.text()).includes(resetSent)]).toEqual([200, true]);
  const confirm = await post(site, "/minha-conta", { intent: "confirm-email" }, { cookie });
  expect(confirm.status).toBe(302);
});

test("a mailbox at its limit of resets still has a valid link", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  await site.rateLimits(lettersOfEmail).consume(user.email, 7);
  const statuses: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    if (n > 0) await ageLinks(site, 11);
    const form = { intent: "reset", email: user.email };
    statuses.push((await post(site, "/login", form, { from: `192.0.2.${100 + n}` })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
  expect(await lettersTo(site, user.email)).toBe(3);
  const [letter] = await site.db.select().from(outbox).orderBy(desc(outbox.createdAt));
  const link = letter?.content.kind === "letter" ? /http\S+/.exec(letter.content.text)?.[0] : "";
  expect((await site.app.request(new URL(link ?? "").pathname)).status).toBe(200);
});

test("confirmations from many accounts reach one mailbox ten times an hour", async () => {
  const site = sharedSite();
  const victim = "vitima@example.com";
  await site.rateLimits(lettersOfEmail).consume(victim, 8);
  const ask = async (from: string) => {
    const { cookie, password } = await signIn(site);
    const form = { intent: "email", email: victim, currentPassword: password };
    return post(site, "/minha-conta", form, { from, cookie });
  };
  expect((await ask("192.0.2.201")).status).toBe(302);
  expect((await ask("192.0.2.202")).status).toBe(302);
  const before = await site.rows();

  const refused = await ask("192.0.2.203");

  expect(refused.status).toBe(429);
  const html = await refused.text();
  expect(html).toContain(tooManyEmails.message);
  expect(html).toContain(victim);
  expect(await lettersTo(site, victim)).toBe(2);
  expect((await site.rows()).outbox).toBe(before.outbox);
});

test("an account's own notices are limited, and a refused command changes nothing", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  await site.rateLimits(noticesOfEmail).consume(user.email, 10);
  const before = await site.rows();
  const changed = { password: "nova-senha", confirmPassword: "nova-senha" };
  const forms: [path: string, form: Record<string, string>][] = [
    ["/minha-conta", { intent: "password", currentPassword: password, ...changed }],
    ["/minha-conta", { intent: "email", email: "nova@example.com", currentPassword: password }],
    ["/minha-conta/excluir", { currentPassword: password }],
  ];
  for (const [path, form] of forms) {
    const answer = await post(site, path, form, { cookie });
    expect([answer.status, (await answer.text()).includes(tooManyTries.message)]).toEqual([
      429,
      true,
    ]);
  }
  expect(await site.rows()).toEqual(before);
  expect((await post(site, "/login", { email: user.email, password })).status).toBe(302);
});
