import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cookiesOf } from "../../../testing/cookies.ts";
import { agePassword, signInOperator } from "../../../testing/operator.ts";
import { createUser, shareTestSite, signIn } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog, staff } from "../../db/operation-schema.ts";
import { users } from "../../db/schema.ts";
import { sessions } from "../../db/session-schema.ts";
import { addStaff, listStaff, notStaff, operate, removeStaff } from "./staff.server.ts";

const sharedSite = shareTestSite();
const letters = { mailedSiteUrl: "https://mardeminas.example", siteEmail: "site@example.com" };

function open(path: string, cookie = "", init: RequestInit = {}) {
  return sharedSite().app.request(path, { ...init, headers: { Cookie: cookie } });
}

test("the command line adds and removes staff by e-mail, and records it", async () => {
  const { db } = sharedSite();
  const { uid, email } = await createUser(sharedSite());
  expect(await addStaff(db, email, letters)).toMatchObject({
    message: expect.stringContaining(`${email} ainda não foi confirmado.`),
  });
  expect(await db.$count(outbox)).toBe(0);
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, uid));
  expect(await addStaff(db, ` ${email.toUpperCase()} `, letters)).toEqual({ ok: true, email });
  expect((await listStaff(db)).map((member) => member.email)).toContain(email);
  expect(await addStaff(db, email, letters)).toMatchObject({
    message: `${email} já está na equipe.`,
  });
  expect(await removeStaff(db, email)).toEqual({ ok: true, email });
  expect(await removeStaff(db, email)).toMatchObject({ message: `${email} não está na equipe.` });
  expect(await addStaff(db, "ninguem@example.com", letters)).toMatchObject({
    reason: "no-account",
  });
  const mails = await db.select().from(outbox);
  const sent = mails.map(({ content, userId }) => [
    content.kind === "letter" && content.to,
    content.kind === "letter" && content.subject,
    userId,
  ]);
  expect(sent.sort()).toEqual(
    [
      [email, "Você agora é da equipe do Mar de Minas", uid],
      [letters.siteEmail, "Mudou a equipe do site", null],
    ].sort(),
  );
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, uid));
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject]).sort()).toEqual([
    ["terminal", "staff-added", email],
    ["terminal", "staff-removed", email],
  ]);
});

test("an operator's command is refused as soon as they are no longer staff, or blocked", async () => {
  const site = sharedSite();
  const { user } = await signInOperator(site);
  const run = () => operate(site.db, user, async (_tx, actor) => actor);
  expect(await run()).toBe(user.email);
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, user.uid));
  expect(await run()).toEqual(notStaff);
  await site.db.update(users).set({ blockedAt: null }).where(eq(users.id, user.uid));
  await site.db.delete(staff).where(eq(staff.userId, user.uid));
  expect(await run()).toEqual(notStaff);
});

test("the panel is linked only for staff, and never on a page that others share", async () => {
  const { user, cookie, password } = await signInOperator(sharedSite());
  const link = 'href="/operador"';
  const read = async (path: string, as?: string) => (await open(path, as)).text();
  const recognized = await open("/contato", cookie);
  const marked = `${cookie}; ${cookiesOf(recognized)}`;
  expect(await recognized.text()).toContain(link);
  expect(await read("/", marked)).toContain(link);
  const login = new URLSearchParams({ email: user.email, password });
  const entered = cookiesOf(await open("/login", "", { method: "POST", body: login }));
  expect(await read("/", entered)).toContain(link);
  expect(await read("/")).not.toContain(link);
  const advertiser = await signIn(sharedSite());
  expect(await read("/", advertiser.cookie)).not.toContain(link);
  await sharedSite().db.delete(staff).where(eq(staff.userId, user.uid));
  expect(await read("/", marked)).not.toContain(link);
});

test("after 12 hours the panel asks for the password again, and then continues at the same address", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signInOperator(site);
  await agePassword(site, user.uid, 11.9);
  expect((await open("/operador/registro", cookie)).status).toBe(200);

  await agePassword(site, user.uid, 12.1);
  const asked = await open("/operador/registro?sobre=x", cookie);
  expect(asked.status).toBe(302);
  const path = asked.headers.get("Location") ?? "";
  expect(path).toBe("/operador/senha?voltar=%2Foperador%2Fregistro%3Fsobre%3Dx");
  const page = await (await open(path, cookie)).text();
  expect(page).toContain("Confirme a sua senha");
  expect(page).toContain(user.email);

  const send = (currentPassword: string) =>
    open(path, cookie, { method: "POST", body: new URLSearchParams({ currentPassword }) });
  const refused = await send("errada-mesmo");
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Senha incorreta.");
  expect((await open("/operador", cookie)).status).toBe(302);

  const passed = await send(password);
  expect([passed.status, passed.headers.get("Location")]).toEqual([
    302,
    "/operador/registro?sobre=x",
  ]);
  expect((await open("/operador", cookie)).status).toBe(200);
});

test.each([
  "https://example.com/",
  "//example.com",
  "/\\example.com",
  "/dashboard",
  "/operador/\r\nx",
])("the password page leads from %j to the panel, not elsewhere", async (voltar) => {
  const { cookie } = await signInOperator(sharedSite());
  const answer = await open(`/operador/senha?${new URLSearchParams({ voltar })}`, cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/operador"]);
});

test("wrong passwords count towards the limit of failed logins", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signInOperator(site);
  await agePassword(site, user.uid, 13);
  const send = (currentPassword: string) =>
    open("/operador/senha", cookie, {
      method: "POST",
      body: new URLSearchParams({ currentPassword }),
    });
  for (let n = 0; n < 10; n++) expect((await send("errada-mesmo")).status).toBe(400);
  const answer = await send(password);
  expect(answer.status).toBe(429);
  expect(await answer.text()).toContain("Muitas tentativas em pouco tempo.");
  const login = await open("/login", "", {
    method: "POST",
    body: new URLSearchParams({ email: user.email, password }),
  });
  expect(login.status).toBe(429);
});

test("a blocked advertiser can't log in, and is told so only with the right password", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const logIn = (typed: string) =>
    open("/login", "", {
      method: "POST",
      body: new URLSearchParams({ email: user.email, password: typed }),
    });
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, user.uid));
  const before = await site.db.$count(sessions);

  const wrong = await logIn("errada-mesmo");
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("Senha incorreta.");
  const refused = await logIn(password);
  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("Esta conta está bloqueada.");
  expect(await site.db.$count(sessions)).toBe(before);
  // A session that began just before has ended, too.
  expect((await open("/dashboard", cookie)).status).toBe(302);

  await site.db.update(users).set({ blockedAt: null }).where(eq(users.id, user.uid));
  expect((await logIn(password)).status).toBe(302);
});
