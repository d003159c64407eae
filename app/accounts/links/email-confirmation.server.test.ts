import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { users } from "../../db/schema.ts";
import { verifications } from "../../db/session-schema.ts";

function post(site: TestSite, path: string, form: Record<string, string> = {}, cookie = "") {
  return site.app.request(path, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(form),
  });
}

const registration = {
  displayName: "Rita Lobato",
  email: "rita@example.com",
  password: "serra-da-canastra",
  confirmPassword: "serra-da-canastra",
};

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

async function register(site: TestSite): Promise<{ cookie: string; link: string }> {
  const answer = await post(site, "/register", registration);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  return { cookie: cookieOf(answer), link: await newestLink(site) };
}

async function newestLink(site: TestSite): Promise<string> {
  const [mail] = await site.db.select().from(outbox).orderBy(desc(outbox.createdAt)).limit(1);
  const text = mail?.content.kind === "letter" ? mail.content.text : "";
  return new URL(/http\S+/.exec(text)?.[0] ?? "").pathname;
}

async function isVerified(site: TestSite, email = registration.email): Promise<boolean> {
  const [user] = await site.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error("no such account");
  return user.emailVerified;
}

async function accountPage(site: TestSite, cookie: string): Promise<string> {
  const answer = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  return (await answer.text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("signing up sends a link that confirms the e-mail at the press of a button, once", async () => {
  const site = await openTestSite();
  const { cookie, link } = await register(site);
  const [mail] = await site.db.select().from(outbox);
  expect(mail?.content).toMatchObject({
    kind: "letter",
    to: "rita@example.com",
    subject: "Confirme seu e-mail no Mar de Minas",
  });
  // Nobody may make the site send their own words to a stranger.
  expect(JSON.stringify(mail?.content)).not.toContain("Rita");
  expect(link).toMatch(/^\/confirmar-email\/[\w-]{32}$/);

  const page = await site.app.request(link);
  expect([page.status, await isVerified(site)]).toEqual([200, false]);
  expect(await page.text()).toContain("rita@example.com");
  expect(await accountPage(site, cookie)).toContain("rita@example.com ainda não foi confirmado.");

  const confirmed = await post(site, link, {}, cookie);
  expect(confirmed.status).toBe(200);
  const done = await confirmed.text();
  expect(done).toContain(">E-mail confirmado</h1>");
  expect(done).toContain("<title>E-mail confirmado · Mar de Minas</title>");
  expect(done).toContain("rita@example.com");
  expect(done).toContain('href="/dashboard"');
  expect(await isVerified(site)).toBe(true);
  expect(await accountPage(site, cookie)).toContain("rita@example.com está confirmado.");
  // Reloaded by the one who is logged in, it still says so.
  const reloaded = await site.app.request(link, { headers: { Cookie: cookie } });
  expect([reloaded.status, await reloaded.text()]).toEqual([
    200,
    expect.stringContaining(">E-mail confirmado</h1>"),
  ]);
  expect((await site.app.request(link)).status).toBe(410);
  expect((await post(site, link)).status).toBe(410);
  expect(await site.db.$count(verifications)).toBe(0);
});

test("the link works without a login, and leads to the login page", async () => {
  const site = await openTestSite();
  const { link } = await register(site);
  const confirmed = await post(site, link);
  expect(confirmed.status).toBe(200);
  const [main = ""] = /<main.*<\/main>/s.exec(await confirmed.text()) ?? [];
  expect(main).toContain(">E-mail confirmado</h1>");
  expect(main).toMatch(/href="\/login"[^>]*>Entrar</);
  expect(await isVerified(site)).toBe(true);
});

test("expired, malformed and unknown links confirm nothing", async () => {
  const site = await openTestSite();
  const { link } = await register(site);
  const [row] = await site.db
    .select({ days: sql<number>`extract(epoch from ${verifications.expiresAt} - now()) / 86400` })
    .from(verifications);
  expect(Number(row?.days)).toBeGreaterThan(6.99);
  expect(Number(row?.days)).toBeLessThanOrEqual(7);
  await site.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
  for (const path of [link, `/confirmar-email/${"x".repeat(32)}`, "/confirmar-email/x"]) {
    expect((await site.app.request(path)).status, path).toBe(410);
    expect((await post(site, path)).status, path).toBe(410);
  }
  expect(await isVerified(site)).toBe(false);
});

test("an unconfirmed account may open the form of a new ad", async () => {
  const site = await openTestSite();
  const { cookie } = await register(site);
  const form = await site.app.request("/posts/create", { headers: { Cookie: cookie } });
  expect([form.status, await isVerified(site)]).toEqual([200, false]);
});

test("'Minha conta' sends another link; the first stays valid until one is used", async () => {
  const site = await openTestSite();
  const { cookie, link: first } = await register(site);
  const sent = await post(site, "/minha-conta", { intent: "confirm-email" }, cookie);
  expect([sent.status, sent.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  const second = await newestLink(site);
  expect(second).not.toBe(first);
  expect((await site.app.request(first)).status).toBe(200);
  expect((await post(site, second, {}, cookie)).status).toBe(200);
  expect((await post(site, first, {}, cookie)).status).toBe(410);

  const again = await post(site, "/minha-conta", { intent: "confirm-email" }, cookie);
  expect(again.status).toBe(302);
  expect(await site.db.$count(outbox)).toBe(2);
});

test("the fourth link within an hour is refused, and the third still confirms", async () => {
  const site = await openTestSite();
  const { cookie } = await register(site);
  const resend = () => post(site, "/minha-conta", { intent: "confirm-email" }, cookie);
  for (let n = 0; n < 3; n++) expect((await resend()).status).toBe(302);
  const refused = await resend();
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("Já enviamos vários e-mails para este endereço.");
  expect(await site.db.$count(outbox)).toBe(4);
  expect((await post(site, await newestLink(site), {}, cookie)).status).toBe(200);
});

test("changing the e-mail confirms the new address and invalidates links to the old one", async () => {
  const site = await openTestSite();
  const { cookie, link } = await register(site);
  const change = {
    intent: "email",
    email: "nova@example.com",
    currentPassword: registration.password,
  };
  expect((await post(site, "/minha-conta", change, cookie)).status).toBe(302);
  const [mail] = await site.db
    .select()
    .from(outbox)
    .where(sql`${outbox.content}->>'to' = 'nova@example.com'`);
  const text = mail?.content.kind === "letter" ? mail.content.text : "";
  const changed = await post(site, new URL(/http\S+/.exec(text)?.[0] ?? "").pathname, {}, cookie);
  expect(changed.status).toBe(302);
  expect(await isVerified(site, "nova@example.com")).toBe(true);
  expect((await post(site, link, {}, cookie)).status).toBe(410);
});

test("a refused sign-up sends no e-mail", async () => {
  const site = await openTestSite();
  const { user } = await signIn(site);
  const taken = await post(site, "/register", { ...registration, email: user.email });
  expect(taken.status).toBe(400);
  expect(await taken.text()).toContain("E-mail já cadastrado!");
  const short = await post(site, "/register", {
    ...registration,
    password: "curta",
    confirmPassword: "curta",
  });
  expect(short.status).toBe(400);
  expect(await site.db.$count(outbox)).toBe(0);
  expect(await site.db.$count(verifications)).toBe(0);
});

test("if the e-mail can't be queued, no account is created", async () => {
  const site = await openTestSite();
  await site.owner.execute(sql`alter table outbox add constraint nada check (false) not valid`);
  const answer = await post(site, "/register", registration);
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("Ocorreu erro, por favor tente mais tarde.");
  expect(await site.rows()).toMatchObject({ users: 0, accounts: 0, sessions: 0, outbox: 0 });
  expect(site.errorLines.splice(0)).toHaveLength(1);
});
