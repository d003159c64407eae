import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { letters, linkIn, mayEnter, postForm } from "../../testing/account-pages.ts";
import { createWaitingPhoto, listingInput, openTestSite, signIn } from "../../testing/site.ts";
import { outbox } from "../db/mail-schema.ts";
import { posts, users } from "../db/schema.ts";
import { sessions } from "../db/session-schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import { tooManyTries } from "../site/rate-limit.server.ts";

function sessionCookie(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .filter((line) => line.startsWith("mardeminas.session_token="))
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
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
    const answer = await postForm(site, "/minha-conta", form as unknown as Record<string, string>);
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
  }
  const answer = await postForm(site, "/minha-conta/excluir", {
    currentPassword: "serra-da-canastra",
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
  expect(await site.db.select().from(users)).toEqual([
    expect.objectContaining({ email: user.email, displayName: user.displayName }),
  ]);
});

test("an unknown intent gets 400", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  expect((await postForm(site, "/minha-conta", { intent: "plano" }, cookie)).status).toBe(400);
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
  const answer = await postForm(site, "/minha-conta", form, maria.cookie);

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
  const answer = await postForm(site, "/minha-conta", { intent: "name", displayName }, cookie);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Use até 80 caracteres.");
  expect(html).toContain(displayName);
  expect(await site.db.select().from(users)).toEqual([
    expect.objectContaining({ displayName: user.displayName }),
  ]);
});

const newPassword = { password: "nova-senha", confirmPassword: "nova-senha" };

test("a new password ends the other sessions, renews this one and sends a notice", async () => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const elsewhere = sessionCookie(await postForm(site, "/login", { email: user.email, password }));
  const stranger = await signIn(site);
  await postForm(site, "/login", { intent: "reset", email: user.email });
  const reset = await linkIn(site, user.email);
  const email = { intent: "email", email: "nova@example.com", currentPassword: password };
  await postForm(site, "/minha-conta", email, cookie);
  expect(await mayEnter(site, elsewhere)).toBe(true);

  const form = { intent: "password", currentPassword: password, ...newPassword };
  const answer = await postForm(site, "/minha-conta", form, cookie);

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
  expect((await postForm(site, "/login", { email: user.email, password })).status).toBe(400);
  const login = { email: user.email, password: newPassword.password };
  expect((await postForm(site, "/login", login)).status).toBe(302);
});

test("a session renewed by the same response does not replace the new one", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  await site.db.update(sessions).set({ expiresAt: sql`now() + interval '20 days'` });
  const page = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(sessionCookie(page)).toBe(cookie);

  await site.db.update(sessions).set({ expiresAt: sql`now() + interval '20 days'` });
  const form = { intent: "password", currentPassword: password, ...newPassword };
  const answer = await postForm(site, "/minha-conta", form, cookie);
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
  [{ password: "😀".repeat(65), confirmPassword: "😀".repeat(65) }, "Use até 128 caracteres."],
])("a new password with %j is refused and ends no session", async (wrong, sentence) => {
  const site = await openTestSite();
  const { cookie, user, password } = await signIn(site);
  const form = { intent: "password", currentPassword: password, ...newPassword, ...wrong };
  const answer = await postForm(site, "/minha-conta", form, cookie);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(sentence);
  for (const typed of [form.currentPassword, form.password]) {
    expect(html).not.toContain(`value="${typed}"`);
  }
  expect(await mayEnter(site, cookie)).toBe(true);
  expect(await site.db.$count(outbox)).toBe(0);
  expect((await postForm(site, "/login", { email: user.email, password })).status).toBe(302);
});

test("commands that need the password are limited to ten attempts in a quarter of an hour", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  const wrong = { intent: "password", currentPassword: "errada", ...newPassword };
  for (let n = 0; n < 10; n++) {
    expect((await postForm(site, "/minha-conta", wrong, cookie)).status).toBe(400);
  }
  const right = [
    ["/minha-conta", { ...wrong, currentPassword: password }],
    ["/minha-conta", { intent: "email", email: "nova@example.com", currentPassword: password }],
    ["/minha-conta/excluir", { currentPassword: password }],
  ] as const;
  for (const [path, form] of right) {
    const answer = await postForm(site, path, form, cookie);
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain(tooManyTries.message);
  }
  expect(await site.rows()).toMatchObject({ users: 1, outbox: 0 });
  const other = await signIn(site);
  const form = { intent: "password", currentPassword: other.password, ...newPassword };
  expect((await postForm(site, "/minha-conta", form, other.cookie)).status).toBe(302);
});
