import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { letters, linkIn, mayEnter, postForm } from "../../../testing/account-pages.ts";
import { openTestSite, signIn } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { users } from "../../db/schema.ts";
import { verifications } from "../../db/session-schema.ts";

test("a new e-mail takes effect once its link is used, and the old address is notified", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site, { emailVerified: true });
  const form = { intent: "email", email: " Nova@Example.com ", currentPassword: password };

  const asked = await postForm(site, "/minha-conta", form, cookie);

  expect([asked.status, asked.headers.get("Location")]).toEqual([302, "/minha-conta#seu-email"]);
  const sent = await letters(site);
  expect(sent.map(({ to }) => to).sort()).toEqual([user.email, "nova@example.com"].sort());
  expect(sent.find(({ to }) => to === user.email)?.text).toContain("nova@example.com");
  const page = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(await page.text()).toContain("espera a sua confirmação");
  const login = (email: string) => postForm(site, "/login", { email, password });
  expect((await login("nova@example.com")).status).toBe(400);
  expect((await login(user.email)).status).toBe(302);

  const link = await linkIn(site, "nova@example.com");
  expect(link).toMatch(/^\/novo-email\//);
  const opened = await site.app.request(link);
  expect([opened.status, (await opened.text()).includes("nova@example.com")]).toEqual([200, true]);
  expect((await login(user.email)).status).toBe(302);

  const confirmed = await postForm(site, link, {});
  expect(confirmed.status).toBe(200);
  const told = await confirmed.text();
  expect(told).toMatch(/<h1>E-mail trocado<[\s\S]*você entra com <b>nova@example.com</);
  expect(told).toContain('href="/login"');
  expect((await login("nova@example.com")).status).toBe(302);
  expect((await login(user.email)).status).toBe(400);
  expect(await site.db.select().from(users)).toEqual([
    expect.objectContaining({ email: "nova@example.com", emailVerified: true }),
  ]);
  expect(await mayEnter(site, cookie)).toBe(true);
  expect((await postForm(site, link, {})).status).toBe(410);
  expect((await site.app.request(link)).status).toBe(410);
});

test("confirming a new e-mail invalidates reset links sent to the old one", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  await postForm(site, "/login", { intent: "reset", email: user.email });
  const reset = await linkIn(site, user.email);
  const form = { intent: "email", email: "nova@example.com", currentPassword: password };
  await postForm(site, "/minha-conta", form, cookie);
  await postForm(site, await linkIn(site, "nova@example.com"), {});
  expect((await site.app.request(reset)).status).toBe(410);
});

test.each([
  ["a wrong password", { currentPassword: "errada" }, "Senha incorreta."],
  ["no password", { currentPassword: "" }, "Escreva sua senha atual."],
  ["a taken address", { email: "JOAO@example.com" }, "E-mail já cadastrado!"],
  ["no address", { email: "nova@" }, "Confira o e-mail: falta algo nele."],
])("a new e-mail with %s is refused and nothing is sent", async (_what, wrong, sentence) => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  await signIn(site);
  await site.db
    .update(users)
    .set({ email: "joao@example.com" })
    .where(sql`${users.email} <> (select email from users order by "createdAt" limit 1)`);
  const form = { intent: "email", email: "nova@example.com", currentPassword: password, ...wrong };

  const answer = await postForm(site, "/minha-conta", form, cookie);

  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(sentence);
  expect(html).toContain(form.email);
  expect(html).not.toContain(password);
  expect(await site.db.$count(verifications)).toBe(0);
  expect(await site.db.$count(outbox)).toBe(0);
});

test("only a correct password reveals whether an address has an account", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const other = await signIn(site);
  const form = { intent: "email", email: other.user.email, currentPassword: "errada" };
  const html = await (await postForm(site, "/minha-conta", form, cookie)).text();
  expect(html).not.toContain("E-mail já cadastrado!");
});

test("the current address is refused", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const form = { intent: "email", email: user.email, currentPassword: password };
  const answer = await postForm(site, "/minha-conta", form, cookie);
  expect([answer.status, (await answer.text()).includes("Este já é o e-mail")]).toEqual([
    400,
    true,
  ]);
});

test("a canceled, replaced or expired link confirms nothing", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const ask = (email: string) =>
    postForm(site, "/minha-conta", { intent: "email", email, currentPassword: password }, cookie);
  await ask("um@example.com");
  const first = await linkIn(site, "um@example.com");
  await ask("dois@example.com");
  const second = await linkIn(site, "dois@example.com");
  expect((await postForm(site, first, {})).status).toBe(410);

  const other = await signIn(site);
  await postForm(site, "/minha-conta", { intent: "cancel-email" }, other.cookie);
  expect((await site.app.request(second)).status).toBe(200);
  await postForm(site, "/minha-conta", { intent: "cancel-email" }, cookie);
  expect((await postForm(site, second, {})).status).toBe(410);
  const page = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(await page.text()).not.toContain("espera a sua confirmação");

  await ask("tres@example.com");
  await site.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
  expect((await postForm(site, await linkIn(site, "tres@example.com"), {})).status).toBe(410);
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.email).toBe(user.email);
});

test("an address registered by someone else meanwhile stays theirs", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const email = "nova@example.com";
  await postForm(
    site,
    "/minha-conta",
    { intent: "email", email, currentPassword: password },
    cookie,
  );
  const link = await linkIn(site, email);
  await postForm(site, "/register", {
    displayName: "João",
    email,
    password: "canastra",
    confirmPassword: "canastra",
  });
  expect((await postForm(site, link, {})).status).toBe(410);
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.email).toBe(user.email);
});
