import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { downloadData, mayEnter, postForm } from "../../../testing/account-pages.ts";
import { cookiesOf } from "../../../testing/cookies.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { sessions, verifications } from "../../db/session-schema.ts";

const sharedSite = shareTestSite();
const android =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

/** Logs in on another device; returns its cookie. */
async function logIn(email: string, password: string, userAgent: string): Promise<string> {
  const answer = await sharedSite().app.request("/login", {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    headers: { "User-Agent": userAgent },
  });
  return cookiesOf(answer);
}

async function read(path: string, cookie: string): Promise<string> {
  const answer = await sharedSite().app.request(path, { headers: { Cookie: cookie } });
  return (await answer.text()).replaceAll("<!-- -->", "");
}

test("the account lists its sessions in words, and ends another device's", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const phone = await logIn(user.email, password, android);
  const [row] = await site.db
    .update(sessions)
    .set({ createdAt: sql`now() - interval '3 days'`, updatedAt: sql`now() - interval '1 day'` })
    .where(eq(sessions.userAgent, android))
    .returning({ id: sessions.id });
  const html = await read("/minha-conta", cookie);
  expect(html).toContain("Chrome no Android");
  expect(html).toMatch(/Desde \d\d\/\d\d\/\d{4}, último uso ontem/);
  expect(html).toContain("este aparelho");
  expect(html).toContain("Depois de 90 dias");

  const ended = await postForm(
    site,
    "/minha-conta",
    { intent: "end-session", id: row?.id ?? "" },
    cookie,
  );
  expect(ended.headers.get("Location")).toBe("/minha-conta");
  expect(await mayEnter(site, phone)).toBe(false);
  expect(await mayEnter(site, cookie)).toBe(true);
  expect(await read("/minha-conta", cookie)).not.toContain("Chrome no Android");
});

test("nobody ends another account's session", async () => {
  const site = sharedSite();
  const victim = await signIn(site);
  const [row] = await site.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, victim.user.uid));
  const { cookie } = await signIn(site);
  for (const id of [row?.id ?? "", "x"]) {
    await postForm(site, "/minha-conta", { intent: "end-session", id }, cookie);
  }
  expect(await mayEnter(site, victim.cookie)).toBe(true);
});

test("a session ends after 90 days, although it was renewed yesterday", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const age = (days: number) =>
    site.db
      .update(sessions)
      .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(sessions.userId, user.uid));
  await age(89.9);
  expect(await mayEnter(site, cookie)).toBe(true);
  expect(await read("/contato", cookie)).toContain("Meus Anúncios");
  await age(90.1);
  expect(await mayEnter(site, cookie)).toBe(false);
  expect(await read("/contato", cookie)).not.toContain("Meus Anúncios");
});

test("a session ends after 30 days without use, and a use renews it", async () => {
  const site = sharedSite();
  const { user, cookie } = await signIn(site);
  const isOwn = eq(sessions.userId, user.uid);
  const daysLeft = async () => {
    const days = sql<number>`(extract(epoch from ${sessions.expiresAt} - now()) / 86400)::float`;
    const [row] = await site.db.select({ days }).from(sessions).where(isOwn);
    return row?.days ?? 0;
  };
  const leave = (days: number) =>
    site.db
      .update(sessions)
      .set({
        expiresAt: sql`${sessions.expiresAt} - ${days} * interval '1 day'`,
        updatedAt: sql`${sessions.updatedAt} - ${days} * interval '1 day'`,
      })
      .where(isOwn);
  expect(await daysLeft()).toBeCloseTo(30, 1);
  await leave(29.9);
  expect(await mayEnter(site, cookie)).toBe(true);
  expect(await daysLeft()).toBeCloseTo(30, 1);
  await leave(30.1);
  expect(await mayEnter(site, cookie)).toBe(false);
});

test("no page behind a login is stored, and logging out clears the browser's copies", async () => {
  const site = sharedSite();
  const { cookie } = await signIn(site);
  for (const path of ["/minha-conta", "/dashboard", "/posts/create", "/minha-conta/excluir"]) {
    for (const suffix of ["", ".data"]) {
      const answer = await site.app.request(path + suffix, { headers: { Cookie: cookie } });
      expect(answer.headers.get("Cache-Control"), path).toBe("private, no-store");
    }
  }
  const left = await postForm(site, "/logout", {}, cookie);
  expect([left.status, left.headers.get("Clear-Site-Data")]).toEqual([302, '"cache"']);
});

test("the data download asks for the password each time", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const bare = await site.app.request("/minha-conta/dados", { headers: { Cookie: cookie } });
  expect([bare.status, bare.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  for (const [typed, sentence] of [
    ["", "Escreva sua senha atual."],
    ["errada-mesmo", "Senha incorreta."],
  ] as const) {
    const refused = await downloadData(site, cookie, typed);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(
      new RegExp(`id="senha-para-dados-error"[\\s\\S]*?${sentence}`),
    );
  }
  expect(await site.db.$count(verifications, eq(verifications.value, user.uid))).toBe(0);

  const asked = await postForm(
    site,
    "/minha-conta",
    { intent: "data", currentPassword: password },
    cookie,
  );
  const path = asked.headers.get("Location") ?? "";
  const thief = await signIn(site);
  const open = (by: string) => site.app.request(path, { headers: { Cookie: by } });
  expect((await open(cookie)).headers.get("Content-Type")).toBe("application/zip");
  expect((await open(cookie)).headers.get("Location")).toBe("/minha-conta");
  expect((await open(thief.cookie)).headers.get("Location")).toBe("/minha-conta");
});
