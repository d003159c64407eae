import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { letters, postForm } from "../../../testing/account-pages.ts";
import { cookiesOf } from "../../../testing/cookies.ts";
import { agePassword, askAs, signInMember, signInOperator } from "../../../testing/operator.ts";
import { codeOf, setUpAuthenticator } from "../../../testing/second-factor.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { auditLog, authenticators, recoveryCodes } from "../../db/operation-schema.ts";
import { sessions } from "../../db/session-schema.ts";
import { resetFactors } from "./staff.server.ts";

const sharedSite = shareTestSite();

function open(path: string, cookie: string) {
  return askAs(sharedSite(), cookie)(path);
}

/** Returns where the request is sent on, or its status. */
async function whereTo(answer: Response): Promise<string | number> {
  return answer.headers.get("Location") ?? answer.status;
}

/** Logs in from another browser, with the password alone. */
async function logIn(email: string, password: string): Promise<string> {
  return cookiesOf(await postForm(sharedSite(), "/login", { email, password }));
}

function unlock(cookie: string, form: Record<string, string>) {
  return postForm(sharedSite(), "/operador/senha?voltar=%2Foperador%2Fregistro", form, cookie);
}

test("a member of the staff without a second factor sets one up before the panel opens", async () => {
  const site = sharedSite();
  const { user, cookie } = await signInMember(site);
  expect(await whereTo(await open("/operador/registro", cookie))).toBe(
    "/operador/fator?voltar=%2Foperador%2Fregistro",
  );
  const act = await postForm(site, "/operador/anunciantes", { intent: "sair", id: "x" }, cookie);
  expect(await whereTo(act)).toMatch(/^\/operador\/fator\?/);

  await postForm(site, "/operador/fator", { intent: "authenticator" }, cookie);
  const page = await (await open("/operador/fator", cookie)).text();
  expect(page).toMatch(/<svg[^>]*role="img"[^>]*aria-label="Código QR com a chave/);
  expect(page).toMatch(
    /href="otpauth:\/\/totp\/Mar%20de%20Minas:[^"+]*issuer=Mar%20de%20Minas&amp;/,
  );
  const { recoveryCodes: codes } = await setUpAuthenticator(askAs(site, cookie));
  expect(new Set(codes).size).toBe(10);
  expect((await open("/operador/registro", cookie)).status).toBe(200);
  const [letter] = (await letters(site)).filter(({ to }) => to === user.email);
  expect(letter?.subject).toContain("Um aplicativo de códigos foi ligado");
  // Only their hashes are kept, and the page shows them once.
  const kept = await site.db.select().from(recoveryCodes);
  expect(kept.map(({ codeHash }) => codeHash).join()).not.toContain(codes[0]);
  expect(await (await open("/operador/fator", cookie)).text()).not.toContain(codes[0]);
});

test("a new login with the password alone is asked for a code, and each code opens once", async () => {
  const site = sharedSite();
  const { user, password, key, recoveryCodes: codes } = await signInOperator(site);
  const cookie = await logIn(user.email, password);
  expect(await whereTo(await open("/operador/registro", cookie))).toBe(
    "/operador/senha?voltar=%2Foperador%2Fregistro",
  );
  expect(await whereTo(await open("/operador/fator", cookie))).toMatch(/^\/operador\/senha\?/);
  const page = await (await open("/operador/senha", cookie)).text();
  expect(page).toContain('name="codigo"');
  expect(page).not.toContain('name="currentPassword"');

  const missing = await unlock(cookie, { codigo: " " });
  expect([missing.status, await missing.text()]).toEqual([
    400,
    expect.stringContaining("Escreva o código de seis números"),
  ]);
  // The first of these codes is the one that confirmed the app.
  const [{ lastStep = 0 } = {}] = await site.db
    .select({ lastStep: authenticators.lastStep })
    .from(authenticators)
    .where(eq(authenticators.userId, user.uid));
  for (const codigo of [await codeOf(key), "000000", "aaaaa-aaaaa"]) {
    const refused = await unlock(cookie, { codigo });
    expect([codigo, refused.status]).toEqual([codigo, 400]);
    expect(await refused.text()).toContain("Este código não vale.");
  }
  expect(await whereTo(await open("/operador", cookie))).toMatch(/^\/operador\/senha\?/);

  // Makes it a while since the app was confirmed.
  await site.db
    .update(authenticators)
    .set({ lastStep: lastStep - 10 })
    .where(eq(authenticators.userId, user.uid));
  const passed = await unlock(cookie, { codigo: await codeOf(key) });
  expect(await whereTo(passed)).toBe("/operador/registro");
  expect((await open("/operador", cookie)).status).toBe(200);

  const [code = ""] = codes;
  for (const [cookies, to] of [
    [await logIn(user.email, password), "/operador/registro"],
    [await logIn(user.email, password), 400],
  ] as const) {
    expect(await whereTo(await unlock(cookies, { codigo: code.toUpperCase() }))).toBe(to);
  }
});

test("ten wrong codes are enough, from whatever address", async () => {
  const site = sharedSite();
  const { user, password, recoveryCodes: codes } = await signInOperator(site);
  const cookie = await logIn(user.email, password);
  for (let n = 0; n < 10; n++)
    expect((await unlock(cookie, { codigo: "000000" })).status).toBe(400);
  const answer = await unlock(cookie, { codigo: codes[0] ?? "" });
  expect(answer.status).toBe(429);
  expect(await answer.text()).toContain("Muitas tentativas em pouco tempo.");
});

test("the password and the factor are asked together after 12 hours, a wrong one opens nothing", async () => {
  const site = sharedSite();
  const { user, cookie, password, recoveryCodes: codes } = await signInOperator(site);
  await agePassword(site, user.uid, 12.1);
  await site.db
    .update(sessions)
    .set({ secondFactorAt: new Date(Date.now() - 12.1 * 3_600_000) })
    .where(eq(sessions.userId, user.uid));
  const codigo = codes[0] ?? "";
  const wrong = await unlock(cookie, { currentPassword: "errada-mesmo", codigo });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining("Senha incorreta."),
  ]);
  expect((await unlock(cookie, { currentPassword: password, codigo: "000000" })).status).toBe(400);
  expect(await whereTo(await open("/operador", cookie))).toMatch(/^\/operador\/senha\?/);
  expect(await whereTo(await unlock(cookie, { codigo }))).toBe("/operador/registro");
});

test("someone who knows only the password adds no passkey and no codes to a staff account", async () => {
  const site = sharedSite();
  const { user, password } = await signInOperator(site);
  const cookie = await logIn(user.email, password);
  const offer = await postForm(
    site,
    "/chaves-de-acesso",
    { finalidade: "criar", currentPassword: password },
    cookie,
  );
  expect(offer.status).toBe(400);
  expect(await offer.json()).toMatchObject({
    message: expect.stringContaining("Você é da equipe"),
  });
  for (const intent of ["authenticator", "codes"]) {
    const answer = await postForm(site, "/operador/fator", { intent }, cookie);
    expect(await whereTo(answer)).toMatch(/^\/operador\/senha\?/);
  }
});

test("a password of less than 12 letters, as owners may have, doesn't open the panel", async () => {
  const site = sharedSite();
  const { user, cookie } = await signInMember(site);
  const { password: auth } = await site.auth.$context;
  const short = "boinalinha1";
  const hash = await auth.hash(short);
  await (await site.auth.$context).internalAdapter.updatePassword(user.uid, hash);
  await site.db
    .update(sessions)
    .set({ hasStaffPassword: false })
    .where(eq(sessions.userId, user.uid));
  const before = await whereTo(await open("/operador", await logIn(user.email, short)));
  expect(before).toMatch(/^\/operador\/senha\?/);
  const refused = await unlock(cookie, { currentPassword: short });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("precisa ter pelo menos 12 caracteres. Troque a sua");
  expect(await whereTo(await open("/operador", cookie))).toMatch(/^\/operador\/senha\?/);
});

test("the command line resets a lost factor, ends the sessions, and tells both mailboxes", async () => {
  const site = sharedSite();
  const siteEmail = `site-${crypto.randomUUID()}@example.com`;
  const { user, cookie, password } = await signInOperator(site);
  const mails = { mailedSiteUrl: "https://mardeminas.example", siteEmail };
  expect(await resetFactors(site.db, user.email, mails)).toEqual({ ok: true, email: user.email });
  expect(await whereTo(await open("/dashboard", cookie))).toBe("/login");
  const again = await logIn(user.email, password);
  expect(await whereTo(await open("/operador", again))).toMatch(/^\/operador\/fator\?/);
  const sent = await letters(site);
  expect(sent.find(({ to }) => to === user.email)?.subject).toContain("segundo fator");
  expect(sent.find(({ to }) => to === siteEmail)?.text).toContain(user.email);
  const [entry] = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, user.uid));
  expect([entry?.actor, entry?.action]).toEqual(["terminal", "staff-factors-reset"]);
  const outsider = await signIn(site);
  expect(await resetFactors(site.db, outsider.user.email, mails)).toMatchObject({ ok: false });
});
