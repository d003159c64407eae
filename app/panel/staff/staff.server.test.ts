import { symmetricEncrypt } from "better-auth/crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { cookiesOf } from "../../../testing/cookies.ts";
import { agePassword, askAs, signInMember, signInOperator } from "../../../testing/operator.ts";
import { lettersTo, newAddress } from "../../../testing/questions.ts";
import { codeOf, setUpAuthenticator } from "../../../testing/second-factor.ts";
import { createUser, shareTestSite, signIn } from "../../../testing/site.ts";
import {
  auditLog,
  authenticators,
  passkeys,
  recoveryCodes,
  staff,
} from "../../platform/db/operation-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { sessions } from "../../platform/db/session-schema.ts";
import {
  addStaff,
  listStaff,
  notStaff,
  operate,
  removeStaff,
  resetFactors,
} from "./staff.server.ts";

const sharedSite = shareTestSite();
const mails = { mailedSiteUrl: "https://mardeminas.example" };

function open(path: string, cookie = "") {
  return sharedSite().app.request(path, { headers: { Cookie: cookie } });
}

/** Returns where the request is sent on, or its status. */
function whereTo(answer: Response): string | number {
  return answer.headers.get("Location") ?? answer.status;
}

/** Logs in from another browser, with the password alone. */
async function logIn(email: string, password: string): Promise<string> {
  return cookiesOf(await postForm(sharedSite(), "/login", { email, password }));
}

function unlock(cookie: string, form: Record<string, string>) {
  return postForm(sharedSite(), "/operador/senha?voltar=%2Foperador%2Fregistro", form, cookie);
}

test("the command line adds and removes staff by e-mail, and records it", async () => {
  const { db } = sharedSite();
  const letters = { ...mails, siteEmail: newAddress() };
  const { uid, email } = await createUser(sharedSite());
  expect(await addStaff(db, email, letters)).toMatchObject({ ok: false });
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, uid));
  expect(await addStaff(db, ` ${email.toUpperCase()} `, letters)).toEqual({ ok: true, email });
  expect((await listStaff(db)).map((member) => member.email)).toContain(email);
  expect(await addStaff(db, email, letters)).toMatchObject({ ok: false });
  expect(await removeStaff(db, email)).toEqual({ ok: true, email });
  expect(await removeStaff(db, email)).toMatchObject({ ok: false });
  expect(await addStaff(db, newAddress(), letters)).toMatchObject({ reason: "no-account" });
  for (const [to, subject] of [
    [email, "Você agora é da equipe do Mar de Minas"],
    [letters.siteEmail, "Mudou a equipe do site"],
  ] as const) {
    const sent = await lettersTo(sharedSite(), to);
    expect(sent.map((letter) => letter.subject)).toEqual([subject]);
  }
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, uid));
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject]).sort()).toEqual([
    ["terminal", "staff-added", email],
    ["terminal", "staff-removed", email],
  ]);
});

test("someone removed from the staff, or blocked, has neither commands nor a link to the panel", async () => {
  const { db } = sharedSite();
  const { user, cookie, password } = await signInOperator(sharedSite());
  const run = () => operate(db, user, async (_tx, actor) => actor);
  const shows = async (as: string) =>
    (await (await open("/plans", as)).text()).includes('data-conta="equipe"');
  for (const as of [cookie, await logIn(user.email, password)]) expect(await shows(as)).toBe(true);
  for (const as of ["", (await signIn(sharedSite())).cookie]) expect(await shows(as)).toBe(false);
  expect(await run()).toBe(user.email);
  await db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, user.uid));
  expect(await run()).toEqual(notStaff);
  await db.update(users).set({ blockedAt: null }).where(eq(users.id, user.uid));
  await db.delete(staff).where(eq(staff.userId, user.uid));
  expect(await run()).toEqual(notStaff);
  expect(await shows(cookie)).toBe(false);
});

test("after 12 hours the panel asks for the password again, and then continues at the same address, if it is its own", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signInOperator(site);
  await agePassword(site, user.uid, 11.9);
  expect((await open("/operador/registro", cookie)).status).toBe(200);

  await agePassword(site, user.uid, 12.1);
  const asked = await open("/operador/registro?sobre=x", cookie);
  expect(asked.status).toBe(302);
  const path = asked.headers.get("Location") ?? "";
  expect(path).toBe("/operador/senha?voltar=%2Foperador%2Fregistro%3Fsobre%3Dx");
  const send = (currentPassword: string) => postForm(site, path, { currentPassword }, cookie);
  expect((await send("errada-mesmo")).status).toBe(400);
  expect((await open("/operador", cookie)).status).toBe(302);
  expect(whereTo(await send(password))).toBe("/operador/registro?sobre=x");
  expect((await open("/operador", cookie)).status).toBe(200);
  const others = ["https://example.com/", "//example.com", "/\\example.com", "/dashboard"];
  for (const voltar of [...others, "/operador/\r\nx"]) {
    const answer = await open(`/operador/senha?${new URLSearchParams({ voltar })}`, cookie);
    expect(whereTo(answer), voltar).toBe("/operador");
  }
});

test("a member of the staff without a second factor sets one up before the panel opens", async () => {
  const site = sharedSite();
  const { user, cookie } = await signInMember(site);
  expect(whereTo(await open("/operador/registro", cookie))).toBe(
    "/operador/fator?voltar=%2Foperador%2Fregistro",
  );
  const act = await postForm(site, "/operador/anunciantes", { intent: "sair", id: "x" }, cookie);
  expect(whereTo(act)).toMatch(/^\/operador\/fator\?/);

  await postForm(site, "/operador/fator", { intent: "authenticator" }, cookie);
  const page = await (await open("/operador/fator", cookie)).text();
  expect(page).toMatch(/href="otpauth:\/\/totp\/Mar%20de%20Minas:[^"+]*issuer=Mar%20de%20Minas&/);
  const { recoveryCodes: codes } = await setUpAuthenticator(askAs(site, cookie));
  expect(new Set(codes).size).toBe(10);
  const [letter] = await lettersTo(site, user.email);
  expect(letter?.subject).toContain("Um aplicativo de códigos foi ligado");
  // Only their hashes are kept, and the page shows them once.
  const isOwn = eq(recoveryCodes.userId, user.uid);
  const kept = await site.db.select().from(recoveryCodes).where(isOwn);
  expect(kept.map(({ codeHash }) => codeHash).join()).not.toContain(codes[0]);
  expect(await (await open("/operador/fator", cookie)).text()).not.toContain(codes[0]);
});

test("a new login with the password alone is asked for a code, and each code opens once", async () => {
  const site = sharedSite();
  const { user, password, key, recoveryCodes: codes } = await signInOperator(site);
  const cookie = await logIn(user.email, password);
  expect(whereTo(await open("/operador/registro", cookie))).toBe(
    "/operador/senha?voltar=%2Foperador%2Fregistro",
  );
  expect(whereTo(await open("/operador/fator", cookie))).toMatch(/^\/operador\/senha\?/);
  // Makes it so many half minutes since the last code was used.
  const setAge = (steps: number) =>
    site.db
      .update(authenticators)
      .set({ lastStep: sql`${authenticators.lastStep} - ${steps}::int` })
      .where(eq(authenticators.userId, user.uid));
  // The next half minute may just have begun.
  await setAge(-1);
  for (const codigo of [" ", await codeOf(key), "000000", "aaaaa-aaaaa"]) {
    expect([codigo, whereTo(await unlock(cookie, { codigo }))]).toEqual([codigo, 400]);
  }
  expect(whereTo(await open("/operador", cookie))).toMatch(/^\/operador\/senha\?/);
  await setAge(10);
  expect(whereTo(await unlock(cookie, { codigo: await codeOf(key) }))).toBe("/operador/registro");
  expect((await open("/operador", cookie)).status).toBe(200);

  const [code = ""] = codes;
  for (const [cookies, to] of [
    [await logIn(user.email, password), "/operador/registro"],
    [await logIn(user.email, password), 400],
  ] as const) {
    expect(whereTo(await unlock(cookies, { codigo: code.toUpperCase() }))).toBe(to);
  }
});

test("an app whose key another site's secret encrypted says so, and a recovery code still opens", async () => {
  const site = sharedSite();
  const { user, password, key, recoveryCodes: codes } = await signInOperator(site);
  const secret = await symmetricEncrypt({ key: "outro segredo", data: "x" });
  await site.db.update(authenticators).set({ secret }).where(eq(authenticators.userId, user.uid));
  const cookie = await logIn(user.email, password);
  const answer = await unlock(cookie, { codigo: await codeOf(key) });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(
    "O segredo do site mudou, e este aplicativo não vale mais.",
  );
  expect(whereTo(await unlock(cookie, { codigo: codes[0] ?? "" }))).toBe("/operador/registro");
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
  for (const wrong of [
    { currentPassword: "errada-mesmo", codigo },
    { currentPassword: password, codigo: "000000" },
  ]) {
    expect((await unlock(cookie, wrong)).status).toBe(400);
  }
  expect(whereTo(await open("/operador", cookie))).toMatch(/^\/operador\/senha\?/);
  expect(whereTo(await unlock(cookie, { codigo }))).toBe("/operador/registro");
});

test("ten wrong passwords or codes are enough, from whatever address", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signInOperator(site);
  await agePassword(site, user.uid, 13);
  for (let n = 0; n < 10; n++) {
    expect((await unlock(cookie, { currentPassword: "errada-mesmo" })).status).toBe(400);
  }
  expect((await unlock(cookie, { currentPassword: password })).status).toBe(429);
  const login = await postForm(site, "/login", { email: user.email, password });
  expect(login.status).toBe(429);

  const other = await signInOperator(site);
  const again = await logIn(other.user.email, other.password);
  for (let n = 0; n < 10; n++) expect((await unlock(again, { codigo: "000000" })).status).toBe(400);
  expect((await unlock(again, { codigo: other.recoveryCodes[0] ?? "" })).status).toBe(429);
});

test("someone who knows only the password adds no passkey and no codes to a staff account", async () => {
  const site = sharedSite();
  const { user, password } = await signInOperator(site);
  const cookie = await logIn(user.email, password);
  const form = { finalidade: "criar", currentPassword: password };
  const offer = await postForm(site, "/chaves-de-acesso", form, cookie);
  expect(offer.status).toBe(400);
  expect(await offer.json()).toMatchObject({
    message: expect.stringContaining("Você é da equipe"),
  });
  for (const intent of ["authenticator", "codes"]) {
    const answer = await postForm(site, "/operador/fator", { intent }, cookie);
    expect(whereTo(answer)).toMatch(/^\/operador\/senha\?/);
  }
});

test("a password of less than 12 letters, as owners may have, doesn't open the panel", async () => {
  const site = sharedSite();
  const { user, cookie } = await signInMember(site);
  const { password: auth, internalAdapter } = await site.auth.$context;
  const short = "boinalinha1";
  await internalAdapter.updatePassword(user.uid, await auth.hash(short));
  await site.db
    .update(sessions)
    .set({ hasStaffPassword: false })
    .where(eq(sessions.userId, user.uid));
  const before = whereTo(await open("/operador", await logIn(user.email, short)));
  expect(before).toMatch(/^\/operador\/senha\?/);
  const refused = await unlock(cookie, { currentPassword: short });
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("precisa ter pelo menos 12 caracteres. Troque a sua");
  expect(whereTo(await open("/operador", cookie))).toMatch(/^\/operador\/senha\?/);
});

test("the command line resets a lost factor, ends the sessions, and tells both mailboxes", async () => {
  const site = sharedSite();
  const siteEmail = newAddress();
  const { user, cookie, password } = await signInOperator(site);
  const letters = { ...mails, siteEmail };
  expect(await resetFactors(site.db, user.email, letters)).toEqual({ ok: true, email: user.email });
  expect(whereTo(await open("/dashboard", cookie))).toBe("/login");
  const again = await logIn(user.email, password);
  expect(whereTo(await open("/operador", again))).toMatch(/^\/operador\/fator\?/);
  expect((await lettersTo(site, user.email)).at(-1)?.subject).toContain("segundo fator");
  expect((await lettersTo(site, siteEmail))[0]?.text).toContain(user.email);
  const [entry] = await site.db.select().from(auditLog).where(eq(auditLog.subjectId, user.uid));
  expect([entry?.actor, entry?.action]).toEqual(["terminal", "staff-factors-reset"]);
  const outsider = await signIn(site);
  expect(await resetFactors(site.db, outsider.user.email, letters)).toMatchObject({ ok: false });
});

test("a blocked advertiser can't log in, and learns why only with the right password", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const logIn = (typed: string) => postForm(site, "/login", { email: user.email, password: typed });
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, user.uid));

  const wrong = await logIn("errada-mesmo");
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("Senha incorreta.");
  const refused = await logIn(password);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("Esta conta está bloqueada.");
  // A session that began just before has ended, too.
  expect((await open("/dashboard", cookie)).status).toBe(302);

  await site.db.update(users).set({ blockedAt: null }).where(eq(users.id, user.uid));
  expect((await logIn(password)).status).toBe(302);
});

test("advertisers without a factor of their own add and delete passkeys, whatever factors the staff have", async () => {
  await signInOperator(sharedSite());
  const { user, cookie } = await signIn(sharedSite());
  const credentialId = crypto.randomUUID();
  await sharedSite().db.insert(passkeys).values({ credentialId, userId: user.uid, publicKey: "x" });
  const form = { intent: "delete-passkey", id: credentialId };
  expect((await postForm(sharedSite(), "/minha-conta", form, cookie)).status).toBe(302);
  expect(await sharedSite().db.$count(passkeys, eq(passkeys.userId, user.uid))).toBe(0);
});
