import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { posts, users } from "../app/db/schema.ts";
import { sessions } from "../app/db/session-schema.ts";
import { openCachingSite, publish, renders } from "../testing/caching-site.ts";
import { cookiesOf } from "../testing/cookies.ts";
import { signInOperator } from "../testing/operator.ts";
import { patience } from "../testing/patience.ts";
import { signIn, type TestSite } from "../testing/site.ts";

test("interleaved requests of two advertisers and a visitor never mix", async () => {
  const site = await openCachingSite();
  const { id } = await publish(site);
  const advertisers = [await signIn(site), await signIn(site)];
  for (const [index, { user }] of advertisers.entries()) {
    const displayName = ["Ana Flor", "Zé Brito"][index];
    await site.db.update(users).set({ displayName }).where(eq(users.id, user.uid));
  }
  const personal = advertisers.flatMap(({ user, cookie }) => [
    user.uid,
    user.email,
    cookie.slice(cookie.indexOf("=") + 1),
  ]);
  const paths = ["/", "/search", `/posts/${id}`, "/blog", "/about", "/detalhes/1", "/_.data"];
  for (let round = 0; round < 3; round++) {
    for (const path of paths) {
      const [visitor = "", ana = "", ze = ""] = await Promise.all(
        ["_ga=1", ...advertisers.map(({ cookie }) => cookie)].map(async (Cookie) => {
          const answer = await site.app.request(path, { headers: { Cookie } });
          const isVisitor = Cookie === "_ga=1";
          expect(answer.headers.get("Cache-Control")).toBe(
            isVisitor ? "no-cache" : "private, no-cache",
          );
          expect(answer.headers.has("Set-Cookie")).toBe(false);
          return answer.text();
        }),
      );
      expect(ana).toBe(ze);
      for (const text of [visitor, ana]) {
        for (const word of ["Ana Flor", "Zé Brito", ...personal]) expect(text).not.toContain(word);
      }
      if (path.endsWith(".data")) continue;
      expect(visitor).toContain('href="/login"');
      expect(visitor).not.toContain("Meus Anúncios");
      expect(ana).toContain("Meus Anúncios");
      expect(ana).not.toContain('href="/login"');
    }
  }
});

test("all advertisers share one rendering of a public page", async () => {
  const site = await openCachingSite();
  const [ana, ze] = [await signIn(site), await signIn(site)];
  await site.app.request("/about", { headers: { Cookie: ana.cookie } });
  const before = renders(site);
  const answer = await site.app.request("/about", { headers: { Cookie: ze.cookie } });
  expect(await answer.text()).toContain("Meus Anúncios");
  expect(renders(site)).toBe(before);
});

const endings: [string, (site: TestSite, uid: string) => Promise<unknown>][] = [
  ["is revoked", (site, uid) => site.db.delete(sessions).where(eq(sessions.userId, uid))],
  [
    "has expired",
    (site, uid) =>
      site.db.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, uid)),
  ],
  [
    "belongs to a blocked account",
    (site, uid) => site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, uid)),
  ],
  ["belongs to a deleted account", (site, uid) => site.db.delete(users).where(eq(users.id, uid))],
];

/** Applies an answer's cookies as a browser does. */
function keepCookies(cookie: string, answer: Response): string {
  const kept = new Map(cookie.split("; ").map((one) => [one.slice(0, one.indexOf("=")), one]));
  for (const line of answer.headers.getSetCookie()) {
    const [one = ""] = line.split(";");
    const name = one.slice(0, one.indexOf("="));
    if (/; Max-Age=0(;|$)/.test(line)) kept.delete(name);
    else kept.set(name, one);
  }
  return [...kept.values()].join("; ");
}

async function expectCleared(site: TestSite, cookie: string): Promise<void> {
  const ask = (path: string, Cookie: string) => site.app.request(path, { headers: { Cookie } });
  expect(await (await ask("/about", cookie)).text()).toContain("Meus Anúncios");
  const refused = await ask("/dashboard", cookie);
  expect([refused.status, refused.headers.get("Location")]).toEqual([302, "/login"]);
  const left = keepCookies(cookie, refused);
  expect(left).not.toContain("session_token");
  const visited = await (await ask("/about", left)).text();
  expect(visited).not.toContain("Meus Anúncios");
  expect(visited).toContain('href="/login"');
}

test.each(endings)(
  "the cookie of a session that %s opens nothing, and is removed by the first page that is not cached",
  async (_, end) => {
    const here = await openCachingSite();
    const there = await openCachingSite(here.databaseUrl);
    const { user, cookie } = await signIn(here);
    await end(here, user.uid);
    for (const site of [here, there]) await expectCleared(site, cookie);
  },
);

test("so is a forged cookie", async () => {
  const site = await openCachingSite();
  const { cookie } = await signIn(site);
  const forged = [cookie.replace(/.(?=(%3D)?$)/, "_"), cookie.replace(/\.[^.]*$/, ""), "%E0"];
  for (const value of forged) {
    await expectCleared(site, value.startsWith("%") ? `mardeminas.session_token=${value}` : value);
  }
});

test.each(["/plans", "/contato", "/nada"])(
  "an ended session's cookie is removed by %s",
  async (path) => {
    const site = await openCachingSite();
    const { user, cookie } = await signIn(site);
    await site.db.delete(sessions).where(eq(sessions.userId, user.uid));
    const answer = await site.app.request(path, { headers: { Cookie: cookie } });
    expect(keepCookies(cookie, answer)).toBe("");
    expect(await answer.text()).toContain('href="/login"');
  },
);

test("over https, another host's cookie doesn't make an advertiser's page", async () => {
  const site = await openCachingSite(undefined, { SITE_URL: "https://mardeminas.example" });
  const { cookie } = await signIn(site);
  const ask = async (Cookie: string) =>
    (await site.app.request("/about", { headers: { Cookie } })).text();
  expect(await ask(cookie)).toContain("Meus Anúncios");
  expect(await ask(cookie.replace("__Host-", ""))).not.toContain("Meus Anúncios");
});

test("a session due for renewal is renewed by a page that is not cached", async () => {
  const site = await openCachingSite();
  const { user, cookie } = await signIn(site);
  const expiresAt = new Date(Date.now() + 28 * 86_400_000);
  await site.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, user.uid));
  const answer = await site.app.request("/dashboard", { headers: { Cookie: cookie } });
  expect(cookiesOf(answer)).toContain("session_token=");
  const [row] = await site.db.select().from(sessions).where(eq(sessions.userId, user.uid));
  expect(row?.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime());
});

test("cached pages are served to advertisers without asking the database", async () => {
  const site = await openCachingSite();
  const { cookie } = await signIn(site);
  const ask = () => site.app.request("/about", { headers: { Cookie: cookie } });
  await ask();
  await site.owner.execute("alter table sessions rename to sessions_away");
  expect(await (await ask()).text()).toContain("Meus Anúncios");
});

test("operators get their own top bar once a page has recognized them, and owners their paused ads", async () => {
  const site = await openCachingSite();
  const operator = await signInOperator(site);
  const { id } = await publish(site);
  const owner = await signIn(site);
  await site.db
    .update(posts)
    .set({ uid: owner.user.uid, pausedAt: new Date(), pausedBy: "owner" })
    .where(eq(posts.id, id));
  const ask = (path: string, { cookie }: { cookie: string }) =>
    site.app.request(path, { headers: { Cookie: cookie } });
  const recognized = { cookie: keepCookies(operator.cookie, await ask("/dashboard", operator)) };
  for (let round = 0; round < 2; round++) {
    expect(await (await ask("/about", owner)).text()).not.toContain('href="/operador"');
    expect(await (await ask("/about", recognized)).text()).toContain('href="/operador"');
    expect((await ask(`/posts/${id}`, recognized)).status).toBe(404);
    expect((await ask(`/posts/${id}`, await signIn(site))).status).toBe(404);
    expect((await ask(`/posts/${id}`, owner)).status).toBe(200);
  }
});

test("advertisers see their own changes at once, even before the page cache drops the old page", async () => {
  const here = await openCachingSite();
  const there = await openCachingSite(here.databaseUrl);
  const { id, user } = await publish(here, { unavailableDays: [] });
  const owner = await signIn(here);
  await here.db.update(posts).set({ uid: owner.user.uid }).where(eq(posts.uid, user.uid));
  // Of the pages kept for all advertisers, the one that shows this ad's nights.
  const stay = `entrada=${addDays(today(), 20)}&saida=${addDays(today(), 22)}`;
  const ask = async (Cookie: string) => {
    const answer = await there.app.request(`/search?${stay}`, { headers: { Cookie } });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  await vi.waitFor(async () => {
    const before = renders(there);
    await ask(owner.cookie);
    expect(renders(there)).toBe(before);
  }, patience);
  const former = await ask(owner.cookie);
  if (there.pageCache) there.pageCache.drop = () => undefined;

  const saved = await here.app.request(`/posts/${id}/calendario/noites`, {
    method: "POST",
    body: new URLSearchParams({ marcar: addDays(today(), 20) }),
    headers: { Cookie: owner.cookie },
  });

  expect(saved.status).toBe(200);
  expect(saved.headers.getSetCookie()).toEqual([expect.stringMatching(/; Max-Age=10; .*HttpOnly/)]);
  expect(await ask(owner.cookie)).toBe(former);
  expect(await ask(`${owner.cookie}; ${cookiesOf(saved)}`)).not.toBe(former);
});
