import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { users } from "../db/schema.ts";
import { accounts } from "../db/session-schema.ts";

const maria = {
  displayName: "Maria Aparecida Leite",
  email: "maria@example.com",
  password: "serra-da-canastra",
  confirmPassword: "serra-da-canastra",
};

function post(site: TestSite, path: string, form: Record<string, string>, cookie = "") {
  return site.app.request(path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Cookie: cookie },
  });
}

test("registering creates the user's row and logs in with an HttpOnly, SameSite cookie", async () => {
  const site = await openTestSite();

  const answer = await post(site, "/register", { ...maria, email: " Maria@Example.com " });

  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe("/");
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^mardeminas\.session_token=.+; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await site.db.select().from(users)).toEqual([
    expect.objectContaining({
      displayName: "Maria Aparecida Leite",
      email: "maria@example.com",
      plano: "basico",
      postsCriados: 0,
      postsPermitidos: 1,
    }),
  ]);
  const [account] = await site.db.select().from(accounts);
  expect(account?.password).not.toContain(maria.password);
  const home = await site.app.request("/", { headers: { Cookie: cookie } });
  expect(await home.text()).toContain("Sair");
});

test("password hashing runs on its own threads and does not block the event loop", async () => {
  const hash = vi.spyOn(crypto, "scrypt");
  syncBuiltinESMExports();
  onTestFinished(() => {
    hash.mockRestore();
    syncBuiltinESMExports();
  });
  const site = await openTestSite();

  await post(site, "/register", maria);
  await post(site, "/login", { email: maria.email, password: maria.password });

  expect(hash).toHaveBeenCalledTimes(2);
});

test("a plan in the registration form is ignored", async () => {
  const site = await openTestSite();
  await post(site, "/register", { ...maria, plano: "profissional", postsPermitidos: "99" });
  const [row] = await site.db.select().from(users);
  expect(row).toMatchObject({ plano: "basico", postsPermitidos: 1 });
});

test.each([
  [{ confirmPassword: "outra-senha" }, "As senhas precisam ser iguais!"],
  [
    { password: "curta", confirmPassword: "curta" },
    "A senha precisa conter pelomenos 6 caracteres!",
  ],
  [{ displayName: "" }, "Escreva seu nome."],
  [{ email: "maria" }, "Confira o e-mail: falta algo nele."],
])("registering with %j is refused with 400 and changes nothing", async (wrong, sentence) => {
  const site = await openTestSite();
  const rows = await site.rows();

  const answer = await post(site, "/register", { ...maria, ...wrong });

  expect(answer.status).toBe(400);
  expect(answer.headers.getSetCookie()).toEqual([]);
  const html = await answer.text();
  expect(html).toContain(sentence);
  if (!("email" in wrong)) expect(html).toContain(maria.email);
  expect(html).not.toContain(maria.password);
  expect(await site.rows()).toEqual(rows);
});

test("a registered e-mail is refused, in upper or lower case", async () => {
  const site = await openTestSite();
  await post(site, "/register", maria);
  const rows = await site.rows();
  const answer = await post(site, "/register", { ...maria, email: "MARIA@example.com" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("E-mail já cadastrado!");
  expect(await site.rows()).toEqual(rows);
});

test("login accepts the right password and explains each failure", async () => {
  const site = await openTestSite();
  await post(site, "/register", maria);
  const { email, password } = maria;

  const right = await post(site, "/login", { email, password });
  expect([right.status, right.headers.get("Location")]).toEqual([302, "/"]);

  const wrong = await post(site, "/login", { email, password: "serra-do-cipo" });
  expect([wrong.status, (await wrong.text()).includes("Senha incorreta.")]).toEqual([400, true]);

  const unknown = await post(site, "/login", { email: "joao@example.com", password });
  expect(unknown.status).toBe(400);
  expect(await unknown.text()).toContain("Usuario não encontrado.");
});

test("logging out ends the session", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const answer = await post(site, "/logout", {}, cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  expect((await site.rows()).sessions).toBe(0);
  const form = await site.app.request("/posts/create", { headers: { Cookie: cookie } });
  expect(form.headers.get("Location")).toBe("/login");
});

test("redirects visitors from the advertiser's area to /login, and advertisers from login and register to /", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const goes = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await site.app.request(path, { headers });
    return [answer.status, answer.headers.get("Location")];
  };
  expect(await goes("/posts/create")).toEqual([302, "/login"]);
  expect((await post(site, "/posts/create", { title: "x" })).headers.get("Location")).toBe(
    "/login",
  );
  expect((await site.rows()).posts).toBe(0);
  for (const path of ["/login", "/register"]) {
    expect(await goes(path)).toEqual([200, null]);
    expect(await goes(path, { Cookie: cookie })).toEqual([302, "/"]);
  }
  expect(await goes("/posts/create", { Cookie: cookie })).toEqual([200, null]);
});

test("a request from another site is refused", async () => {
  const site = await openTestSite();
  const answer = await site.app.request("/register", {
    method: "POST",
    body: new URLSearchParams(maria),
    headers: { Origin: "https://outro.example", "Sec-Fetch-Site": "cross-site" },
  });
  expect(answer.status).toBe(403);
  expect((await site.rows()).users).toBe(0);
});
