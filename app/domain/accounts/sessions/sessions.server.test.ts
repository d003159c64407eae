import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { downloadData, mayEnter, postForm } from "../../../../testing/account-pages.ts";
import { cookiesOf } from "../../../../testing/cookies.ts";
import { shareTestSite, signIn } from "../../../../testing/site.ts";
import { sessions, verifications } from "../../../platform/db/session-schema.ts";
import { readHostCookies } from "../../../platform/web/cookie-name.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });
const sessionName = "__Host-mardeminas.session_token";
const android =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";

function logIn(form: Record<string, string>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(form);
  return sharedSite().app.request("/login", { method: "POST", body, headers });
}

async function read(path: string, cookie: string): Promise<string> {
  const answer = await sharedSite().app.request(path, { headers: { Cookie: cookie } });
  return (await answer.text()).replaceAll("<!-- -->", "");
}

const tokensOf = async (uid: string) => {
  const rows = await sharedSite().db.select().from(sessions).where(eq(sessions.userId, uid));
  return rows.map(({ token }) => token);
};

test("each login creates its own session; neither a planted token nor another's session becomes one", async () => {
  const { user, password } = await signIn(sharedSite());
  const form = { email: user.email, password };
  const planted = "a".repeat(32);
  const answers = [
    await logIn(form, { Cookie: `${sessionName}=${planted}` }),
    await logIn(form),
  ].map(cookiesOf);
  expect(new Set(answers).size).toBe(2);
  expect(answers.join()).not.toContain(planted);
  const tokens = await tokensOf(user.uid);
  expect([new Set(tokens).size, tokens.includes(planted)]).toEqual([3, false]);
  expect(await mayEnter(sharedSite(), `${sessionName}=${planted}`)).toBe(false);

  // Whoever has a session can't reach the login form.
  const attacker = await signIn(sharedSite());
  const answer = await logIn(form, { Cookie: attacker.cookie });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  expect(await tokensOf(user.uid)).toHaveLength(3);
});

test("over https all cookies are Secure, HttpOnly, SameSite=Lax and bound to the host", async () => {
  const site = sharedSite();
  const { user, password, cookie } = await signIn(site);
  const answers = [
    await logIn({ email: user.email, password }),
    await postForm(site, "/logout", {}, cookie),
    // These are the flash message and its removal.
    await postForm(site, "/contato", { nome: "João", email: user.email, mensagem: "Oi!" }),
    await site.app.request("/", { headers: { Cookie: "__Host-mardeminas.aviso=x" } }),
  ];
  for (const answer of answers) {
    const lines = answer.headers.getSetCookie();
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(line).toMatch(/^__Host-.*; Path=\/; /);
      // The mark of the account, which scripts read, opens nothing.
      const isMark = line.startsWith("__Host-mardeminas.conta=");
      expect(line).toMatch(isMark ? /; SameSite=Lax/ : /; HttpOnly(;.*)?; SameSite=Lax/);
      expect(line).toContain("; Secure");
    }
  }
});

test("over https, our cookies without the prefix are another host's, except that of a list", async () => {
  const { cookie } = await signIn(sharedSite());
  for (const prefix of ["__Host-", "", "__Secure-"]) {
    const sent = cookie.replace("__Host-", prefix);
    expect(await mayEnter(sharedSite(), sent), prefix).toBe(prefix === "__Host-");
  }
  const notice = { Cookie: "mardeminas.aviso=x" };
  const unread = await sharedSite().app.request("/", { headers: notice });
  expect(unread.headers.getSetCookie()).toHaveLength(0);
  const list = "mardeminas.lista=x";
  const header = `a=1; ${list}; mardeminas.aviso=y`;
  expect(readHostCookies(header, ["mardeminas.lista"])).toBe(`a=1; ${list}`);
});

test("the account lists its sessions in words, and ends another device's, but no other account's", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const phone = cookiesOf(await logIn({ email: user.email, password }, { "User-Agent": android }));
  const [row] = await site.db
    .update(sessions)
    .set({ createdAt: sql`now() - interval '3 days'`, updatedAt: sql`now() - interval '1 day'` })
    .where(sql`${sessions.userId} = ${user.uid} and ${sessions.userAgent} = ${android}`)
    .returning({ id: sessions.id });
  const html = await read("/minha-conta", cookie);
  expect(html).toContain("Chrome no Android");
  expect(html).toMatch(/Desde \d\d\/\d\d\/\d{4}, último uso ontem/);
  expect(html).toContain("este aparelho");
  expect(html).toContain('aria-label="Encerrar Chrome no Android"');

  const id = row?.id ?? "";
  const thief = await signIn(site);
  for (const named of [id, "x"]) {
    await postForm(site, "/minha-conta", { intent: "end-session", id: named }, thief.cookie);
  }
  expect(await mayEnter(site, phone)).toBe(true);
  const ended = await postForm(site, "/minha-conta", { intent: "end-session", id }, cookie);
  expect(ended.headers.get("Location")).toBe("/minha-conta");
  expect([await mayEnter(site, phone), await mayEnter(site, cookie)]).toEqual([false, true]);
  expect(await read("/minha-conta", cookie)).not.toContain("Chrome no Android");
});

test("a session ends after 90 days, although it was renewed yesterday", async () => {
  const { user, cookie } = await signIn(sharedSite());
  const age = (days: number) =>
    sharedSite()
      .db.update(sessions)
      .set({ createdAt: sql`now() - ${days} * interval '1 day'` })
      .where(eq(sessions.userId, user.uid));
  await age(89.9);
  expect(await mayEnter(sharedSite(), cookie)).toBe(true);
  expect(await read("/contato", cookie)).toContain('data-conta="anunciante"');
  await age(90.1);
  expect(await mayEnter(sharedSite(), cookie)).toBe(false);
  expect(await read("/contato", cookie)).not.toContain("data-conta=");
});

test("a session ends after 30 days without use, and a use renews it", async () => {
  const { user, cookie } = await signIn(sharedSite());
  const { db } = sharedSite();
  const isOwn = eq(sessions.userId, user.uid);
  const daysLeft = async () => {
    const days = sql<number>`(extract(epoch from ${sessions.expiresAt} - now()) / 86400)::float`;
    const [row] = await db.select({ days }).from(sessions).where(isOwn);
    return row?.days ?? 0;
  };
  const leave = (days: number) =>
    db
      .update(sessions)
      .set({
        expiresAt: sql`${sessions.expiresAt} - ${days} * interval '1 day'`,
        updatedAt: sql`${sessions.updatedAt} - ${days} * interval '1 day'`,
      })
      .where(isOwn);
  expect(await daysLeft()).toBeCloseTo(30, 1);
  await leave(29.9);
  expect(await mayEnter(sharedSite(), cookie)).toBe(true);
  expect(await daysLeft()).toBeCloseTo(30, 1);
  await leave(30.1);
  expect(await mayEnter(sharedSite(), cookie)).toBe(false);
});

test("the data download asks for the password each time, and its address opens once", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const bare = await site.app.request("/minha-conta/dados", { headers: { Cookie: cookie } });
  expect([bare.status, bare.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  for (const typed of ["", "errada-mesmo"]) {
    const refused = await downloadData(site, cookie, typed);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('id="senha-para-dados-error"'),
    ]);
  }
  expect(await site.db.$count(verifications, eq(verifications.value, user.uid))).toBe(0);

  const form = { intent: "data", currentPassword: password };
  const path = (await postForm(site, "/minha-conta", form, cookie)).headers.get("Location") ?? "";
  const thief = await signIn(site);
  const open = (by: string) => site.app.request(path, { headers: { Cookie: by } });
  // Another account at the same browser doesn't use the address up; its own does.
  expect((await open(thief.cookie)).headers.get("Location")).toBe("/minha-conta");
  expect((await open(cookie)).headers.get("Content-Type")).toBe("application/zip");
  expect((await open(cookie)).headers.get("Location")).toBe("/minha-conta");
});
