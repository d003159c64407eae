import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { outbox } from "../db/mail-schema.ts";
import { posts, sessions, users, verifications } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import { tooManyTries } from "../site/rate-limit.server.ts";

function post(site: TestSite, path: string, form: Record<string, string>, cookie = "") {
  return site.app.request(path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Cookie: cookie },
  });
}

async function letters(site: TestSite) {
  const rows = await site.db.select().from(outbox).orderBy(desc(outbox.createdAt));
  return rows.map(({ content }) => {
    if (content.kind !== "letter") throw new Error("not a letter");
    return content;
  });
}

/** Returns the path of the link in the e-mail to this address. */
async function linkIn(site: TestSite, to: string): Promise<string> {
  const letter = (await letters(site)).find((one) => one.to === to);
  return new URL(/http\S+/.exec(letter?.text ?? "")?.[0] ?? "").pathname;
}

function sessionCookie(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .filter((line) => line.startsWith("mardeminas.session_token="))
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}

async function mayEnter(site: TestSite, cookie: string): Promise<boolean> {
  const answer = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  return answer.status === 200;
}

test("visitors are redirected to /login and change nothing", async () => {
  const site = await openTestSite();
  const { user } = await signIn(site);
  for (const path of ["/minha-conta", "/minha-conta/dados", "/minha-conta/excluir"]) {
    const answer = await site.app.request(path);
    expect([answer.status, answer.headers.get("Location")], path).toEqual([302, "/login"]);
  }
  for (const form of [
    { intent: "name", displayName: "Outra" },
    { intent: "email", email: "outra@example.com", currentPassword: "serra-da-canastra" },
    { intent: "cancel-email" },
  ]) {
    const answer = await post(site, "/minha-conta", form as unknown as Record<string, string>);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
  }
  const answer = await post(site, "/minha-conta/excluir", { currentPassword: "serra-da-canastra" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
  expect(await site.db.select().from(users)).toEqual([
    expect.objectContaining({ email: user.email, displayName: user.displayName }),
  ]);
});

test("an unknown intent gets 400", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  expect((await post(site, "/minha-conta", { intent: "plano" }, cookie)).status).toBe(400);
});

test("a new name appears on the advertiser's own ads only, without counting as an edit", async () => {
  const site = await openTestSite();
  const maria = await signIn(site);
  const joao = await signIn(site);
  for (const { user } of [maria, joao]) {
    const photo = await createWaitingPhoto(site, user.uid);
    await createListing(site.db, user.uid, listingInput(), [photo]);
  }
  await site.db
    .update(posts)
    .set({ updatedBy: maria.user.displayName })
    .where(eq(posts.uid, maria.user.uid));

  const form = { intent: "name", displayName: "  Maria Leite Souza " };
  const answer = await post(site, "/minha-conta", form, maria.cookie);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  const names = await site.db
    .select({
      uid: posts.uid,
      createdBy: posts.createdBy,
      updatedBy: posts.updatedBy,
      version: posts.version,
      updatedAt: posts.updatedAt,
      displayName: users.displayName,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.uid));
  const [renamed, other] = [maria, joao].map(({ user }) =>
    names.find(({ uid }) => uid === user.uid),
  );
  const name = "Maria Leite Souza";
  expect(renamed).toMatchObject({ displayName: name, createdBy: name, updatedBy: name });
  expect(renamed).toMatchObject({ version: 1, updatedAt: null });
  expect(other).toMatchObject({ createdBy: joao.user.displayName, updatedBy: null });
});

test("a refused name stays in the form", async () => {
  const site = await openTestSite();
  const { cookie, user } = await signIn(site);
  const displayName = "a".repeat(81);
  const answer = await post(site, "/minha-conta", { intent: "name", displayName }, cookie);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Use até 80 letras.");
  expect(html).toContain(displayName);
  expect(await site.db.select().from(users)).toEqual([
    expect.objectContaining({ displayName: user.displayName }),
  ]);
});

test("a new e-mail takes effect once its link is used, and the old address is notified", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const form = { intent: "email", email: " Nova@Example.com ", currentPassword: password };

  const asked = await post(site, "/minha-conta", form, cookie);

  expect([asked.status, asked.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  const sent = await letters(site);
  expect(sent.map(({ to }) => to).sort()).toEqual([user.email, "nova@example.com"].sort());
  expect(sent.find(({ to }) => to === user.email)?.text).toContain("nova@example.com");
  const page = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(await page.text()).toContain("espera a sua confirmação");
  const login = (email: string) => post(site, "/login", { email, password });
  expect((await login("nova@example.com")).status).toBe(400);
  expect((await login(user.email)).status).toBe(302);

  const link = await linkIn(site, "nova@example.com");
  expect(link).toMatch(/^\/novo-email\//);
  const opened = await site.app.request(link);
  expect([opened.status, (await opened.text()).includes("nova@example.com")]).toEqual([200, true]);
  expect((await login(user.email)).status).toBe(302);

  const confirmed = await post(site, link, {});
  expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([302, "/login"]);
  expect((await login("nova@example.com")).status).toBe(302);
  expect((await login(user.email)).status).toBe(400);
  expect(await site.db.select().from(users)).toEqual([
    expect.objectContaining({ email: "nova@example.com", emailVerified: true }),
  ]);
  expect(await mayEnter(site, cookie)).toBe(true);
  expect((await post(site, link, {})).status).toBe(410);
  expect((await site.app.request(link)).status).toBe(410);
});

test("confirming a new e-mail invalidates reset links sent to the old one", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  await post(site, "/login", { intent: "reset", email: user.email });
  const reset = await linkIn(site, user.email);
  const form = { intent: "email", email: "nova@example.com", currentPassword: password };
  await post(site, "/minha-conta", form, cookie);
  await post(site, await linkIn(site, "nova@example.com"), {});
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

  const answer = await post(site, "/minha-conta", form, cookie);

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
  const html = await (await post(site, "/minha-conta", form, cookie)).text();
  expect(html).not.toContain("E-mail já cadastrado!");
});

test("the current address is refused", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const form = { intent: "email", email: user.email, currentPassword: password };
  const answer = await post(site, "/minha-conta", form, cookie);
  expect([answer.status, (await answer.text()).includes("Este já é o e-mail")]).toEqual([
    400,
    true,
  ]);
});

test("a canceled, replaced or expired link confirms nothing", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const ask = (email: string) =>
    post(site, "/minha-conta", { intent: "email", email, currentPassword: password }, cookie);
  await ask("um@example.com");
  const first = await linkIn(site, "um@example.com");
  await ask("dois@example.com");
  const second = await linkIn(site, "dois@example.com");
  expect((await post(site, first, {})).status).toBe(410);

  const other = await signIn(site);
  await post(site, "/minha-conta", { intent: "cancel-email" }, other.cookie);
  expect((await site.app.request(second)).status).toBe(200);
  await post(site, "/minha-conta", { intent: "cancel-email" }, cookie);
  expect((await post(site, second, {})).status).toBe(410);
  const page = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(await page.text()).not.toContain("espera a sua confirmação");

  await ask("tres@example.com");
  await site.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
  expect((await post(site, await linkIn(site, "tres@example.com"), {})).status).toBe(410);
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.email).toBe(user.email);
});

test("an address registered by someone else meanwhile stays theirs", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const email = "nova@example.com";
  await post(site, "/minha-conta", { intent: "email", email, currentPassword: password }, cookie);
  const link = await linkIn(site, email);
  await post(site, "/register", {
    displayName: "João",
    email,
    password: "canastra",
    confirmPassword: "canastra",
  });
  expect((await post(site, link, {})).status).toBe(410);
  const [row] = await site.db.select().from(users).where(eq(users.id, user.uid));
  expect(row?.email).toBe(user.email);
});

const newPassword = { password: "nova-senha", confirmPassword: "nova-senha" };

test("a new password ends the other sessions, renews this one and sends a notice", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const elsewhere = sessionCookie(await post(site, "/login", { email: user.email, password }));
  const stranger = await signIn(site);
  await post(site, "/login", { intent: "reset", email: user.email });
  const reset = await linkIn(site, user.email);
  const email = { intent: "email", email: "nova@example.com", currentPassword: password };
  await post(site, "/minha-conta", email, cookie);
  expect(await mayEnter(site, elsewhere)).toBe(true);

  const form = { intent: "password", currentPassword: password, ...newPassword };
  const answer = await post(site, "/minha-conta", form, cookie);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  const renewed = sessionCookie(answer);
  expect(renewed).not.toBe(cookie);
  expect([await mayEnter(site, renewed), await mayEnter(site, cookie)]).toEqual([true, false]);
  expect(await mayEnter(site, elsewhere)).toBe(false);
  expect(await mayEnter(site, stranger.cookie)).toBe(true);
  expect((await letters(site))[0]).toMatchObject({
    to: user.email,
    subject: "Sua senha no Mar de Minas foi trocada",
  });
  // Someone who knew the old password may have requested these.
  expect((await site.app.request(reset)).status).toBe(410);
  expect((await site.app.request(await linkIn(site, "nova@example.com"))).status).toBe(410);
  expect((await post(site, "/login", { email: user.email, password })).status).toBe(400);
  const login = { email: user.email, password: newPassword.password };
  expect((await post(site, "/login", login)).status).toBe(302);
});

test("a session renewed by the same response does not replace the new one", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  await site.db.update(sessions).set({ expiresAt: sql`now() + interval '20 days'` });
  const page = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(sessionCookie(page)).toBe(cookie);

  await site.db.update(sessions).set({ expiresAt: sql`now() + interval '20 days'` });
  const form = { intent: "password", currentPassword: password, ...newPassword };
  const answer = await post(site, "/minha-conta", form, cookie);
  const own = answer.headers.getSetCookie().filter((line) => line.includes("session_token"));
  expect(own).toHaveLength(1);
  expect(await mayEnter(site, sessionCookie(answer))).toBe(true);
});

test.each([
  [{ currentPassword: "errada" }, "Senha incorreta."],
  [{ confirmPassword: "outra-senha" }, "As senhas precisam ser iguais!"],
  [
    { password: "curta", confirmPassword: "curta" },
    "A senha precisa conter pelomenos 6 caracteres!",
  ],
])("a new password with %j is refused and ends no session", async (wrong, sentence) => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const form = { intent: "password", currentPassword: password, ...newPassword, ...wrong };
  const answer = await post(site, "/minha-conta", form, cookie);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(sentence);
  for (const typed of [form.currentPassword, form.password]) {
    expect(html).not.toContain(`value="${typed}"`);
  }
  expect(await mayEnter(site, cookie)).toBe(true);
  expect(await site.db.$count(outbox)).toBe(0);
  expect((await post(site, "/login", { email: user.email, password })).status).toBe(302);
});

test("commands that need the password are limited to ten attempts in a quarter of an hour", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  const wrong = { intent: "password", currentPassword: "errada", ...newPassword };
  for (let n = 0; n < 10; n++) {
    expect((await post(site, "/minha-conta", wrong, cookie)).status).toBe(400);
  }
  const right = [
    ["/minha-conta", { ...wrong, currentPassword: password }],
    ["/minha-conta", { intent: "email", email: "nova@example.com", currentPassword: password }],
    ["/minha-conta/excluir", { currentPassword: password }],
  ] as const;
  for (const [path, form] of right) {
    const answer = await post(site, path, form, cookie);
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain(tooManyTries.message);
  }
  expect(await site.rows()).toMatchObject({ users: 1, outbox: 0 });
  const other = await signIn(site);
  const form = { intent: "password", currentPassword: other.password, ...newPassword };
  expect((await post(site, "/minha-conta", form, other.cookie)).status).toBe(302);
});
