import { expect, test } from "vitest";
import { letters, linkIn, postForm } from "../../../testing/account-pages.ts";
import { cookiesOf } from "../../../testing/cookies.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { staff } from "../../db/operation-schema.ts";
import { isEasilyGuessed } from "./new-password.server.ts";

const sharedSite = shareTestSite();
const weak = "A senha precisa conter pelomenos 6 caracteres!";
const person = { displayName: "Maria Aparecida Leite", email: "cida.leite@example.com" };

test.each([
  "123456",
  "password",
  "Qwerty123",
  "cida.leite@example.com",
  "cidaleite",
  "Maria2026",
  "maria aparecida",
  "LEITE-1970",
  "mardeminas",
  "Mar de Minas 2026",
  "Anúncio1",
  "senha123",
])("%j is easily guessed", async (password) => {
  expect(await isEasilyGuessed(password, person)).toBe(true);
});

test.each(["canastra", "serra-da-canastra", "boi na linha", "850274", "marial"])(
  "%j is not",
  async (password) => {
    expect(await isEasilyGuessed(password, person)).toBe(false);
  },
);

test("a common password and the own name are refused at registration, in a change and in a reset", async () => {
  const site = sharedSite();
  const accounts = (await site.rows()).users;
  for (const password of ["qwertyuiop", "Cida Leite"]) {
    const form = { displayName: "Cida Leite", email: person.email };
    const refused = await postForm(site, "/register", {
      ...form,
      password,
      confirmPassword: password,
    });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toMatch(new RegExp(`id="password-error"[\\s\\S]*?${weak}`));
    expect(html).toContain("sem seu nome nem senhas que todo mundo usa");
    expect(html).toContain('value="Cida Leite"');
  }
  expect((await site.rows()).users).toBe(accounts);

  const { user, cookie, password: currentPassword } = await signIn(site);
  const weakOnes = { password: "maria leite", confirmPassword: "maria leite" };
  const change = { intent: "password", currentPassword, ...weakOnes };
  const changed = await postForm(site, "/minha-conta", change, cookie);
  expect([changed.status, await changed.text()]).toEqual([400, expect.stringContaining(weak)]);

  await postForm(site, "/login", { intent: "reset", email: user.email });
  const link = await linkIn(site, user.email);
  const reset = await postForm(site, link, weakOnes);
  expect([reset.status, await reset.text()]).toEqual([400, expect.stringContaining(weak)]);
  // Neither the link nor the password is used up.
  const good = { password: "boi na linha", confirmPassword: "boi na linha" };
  expect((await postForm(site, link, good)).headers.get("Location")).toBe("/login");
});

test("a reset tells the account's address, like a change", async () => {
  const site = sharedSite();
  const { user } = await signIn(site);
  await postForm(site, "/login", { intent: "reset", email: user.email });
  const good = { password: "boi na linha", confirmPassword: "boi na linha" };
  await postForm(site, await linkIn(site, user.email), good);
  const [notice] = (await letters(site)).filter(({ to }) => to === user.email);
  expect(notice?.subject).toBe("Sua senha no Mar de Minas foi trocada");
  expect(notice?.text).toContain("Esqueci minha senha");
});

test("staff need twelve letters, owners six", async () => {
  const site = sharedSite();
  const { user, cookie, password: currentPassword } = await signIn(site);
  await site.db.insert(staff).values({ userId: user.uid });
  const change = (password: string, cookies: string, current: string) =>
    postForm(
      site,
      "/minha-conta",
      { intent: "password", currentPassword: current, password, confirmPassword: password },
      cookies,
    );
  const refused = await change("boinalinha1", cookie, currentPassword);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(
    "A senha de quem é da equipe precisa ter pelo menos 12 caracteres.",
  );
  expect((await change("boi-na-linha1", cookie, currentPassword)).status).toBe(302);

  const owner = await signIn(site);
  const accepted = await change("boinal", owner.cookie, owner.password);
  expect([accepted.status, cookiesOf(accepted)]).toEqual([
    302,
    expect.stringContaining("session_token"),
  ]);
});
