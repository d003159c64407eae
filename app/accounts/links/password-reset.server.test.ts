import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { verifications } from "../../db/session-schema.ts";

function post(site: TestSite, path: string, form: Record<string, string>) {
  return site.app.request(path, { method: "POST", body: new URLSearchParams(form) });
}

async function askForLink(site: TestSite, email: string): Promise<string> {
  expect((await post(site, "/login", { intent: "reset", email })).status).toBe(200);
  const letters = await site.db.select().from(outbox).orderBy(outbox.createdAt);
  const content = letters.at(-1)?.content;
  if (content?.kind !== "letter") throw new Error("no letter");
  expect(content).toMatchObject({ to: email, subject: "Sua nova senha no Mar de Minas" });
  return new URL(/http\S+\/nova-senha\/\S+/.exec(content.text)?.[0] ?? "").pathname;
}

const changed = { password: "nova-senha", confirmPassword: "nova-senha" };

test("the link sets a new password once and ends every session", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const link = await askForLink(site, user.email);
  expect((await site.app.request(link)).status).toBe(200);

  const done = await post(site, link, changed);

  expect([done.status, done.headers.get("Location")]).toEqual([302, "/login"]);
  expect((await site.rows()).sessions).toBe(0);
  const area = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  expect(area.headers.get("Location")).toBe("/login");
  expect((await post(site, "/login", { email: user.email, password })).status).toBe(400);
  const login = { email: user.email, password: changed.password };
  expect((await post(site, "/login", login)).status).toBe(302);

  expect((await site.app.request(link)).status).toBe(410);
  expect(
    (await post(site, link, { password: "outra-vez", confirmPassword: "outra-vez" })).status,
  ).toBe(410);
  expect((await post(site, "/login", login)).status).toBe(302);
});

test("a link expires after one hour", async () => {
  const site = await openTestSite();
  const { user } = await signIn(site);
  const link = await askForLink(site, user.email);
  const [row] = await site.db
    .select({ minutes: sql<number>`extract(epoch from ${verifications.expiresAt} - now()) / 60` })
    .from(verifications);
  expect(Number(row?.minutes)).toBeGreaterThan(59);
  expect(Number(row?.minutes)).toBeLessThanOrEqual(60);
  await site.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
  expect((await site.app.request(link)).status).toBe(410);
  expect((await post(site, link, changed)).status).toBe(410);
});

test("a refused new password does not use up the link", async () => {
  const site = await openTestSite();
  const { user } = await signIn(site);
  const link = await askForLink(site, user.email);
  const short = await post(site, link, { password: "curta", confirmPassword: "curta" });
  expect(short.status).toBe(400);
  expect(await short.text()).toContain("A senha precisa conter pelomenos 6 caracteres!");
  const different = await post(site, link, { ...changed, confirmPassword: "outra" });
  expect(await different.text()).toContain("As senhas precisam ser iguais!");
  expect((await post(site, link, changed)).status).toBe(302);
});

test("an unknown e-mail gets an error and no e-mail", async () => {
  const site = await openTestSite();
  const answer = await post(site, "/login", { intent: "reset", email: "ninguem@example.com" });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Erro ao enviar o e-mail de redefinição. Tente novamente.");
  expect(html).toContain("Confira se o e-mail está escrito certo.");
  expect(html).toContain('value="ninguem@example.com"');
  expect((await site.rows()).outbox).toBe(0);
});

test("a request stays confirmed in the form, with where to look for the e-mail", async () => {
  const site = await openTestSite();
  const { user } = await signIn(site);
  const answer = await post(site, "/login", { intent: "reset", email: user.email });
  expect(answer.status).toBe(200);
  const text = (await answer.text()).replace(/<noscript>[\s\S]*?<\/noscript>/g, "");
  expect(text).toContain("E-mail de redefinição enviado com sucesso!");
  expect(text.replace(/<!-- -->/g, "")).toContain(`Abra o link que chegou em ${user.email}.`);
});

test("a request without an e-mail is refused at the field", async () => {
  const site = await openTestSite();
  const answer = await post(site, "/login", { intent: "reset", email: "maria" });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toMatch(
    /id="email-error"[\s\S]*?Por favor, insira um e-mail válido para redefinir a senha\./,
  );
});
