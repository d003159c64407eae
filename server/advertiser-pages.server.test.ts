import { eq, type SQL } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { posts, users } from "../app/db/schema.ts";
import { sessions } from "../app/db/session-schema.ts";
import { openCachingSite, publish, renders, shareCachingSite } from "../testing/caching-site.ts";
import { cookiesOf } from "../testing/cookies.ts";
import { signInOperator } from "../testing/operator.ts";
import { patience } from "../testing/patience.ts";
import { signIn, type TestSite } from "../testing/site.ts";

const sharedSite = shareCachingSite();

test("interleaved requests of two advertisers and a visitor never mix", async () => {
  const site = sharedSite();
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
          const shared = isVisitor ? "no-cache" : "private, no-cache";
          const isOwn = !isVisitor && path.startsWith("/posts/");
          expect(answer.headers.get("Cache-Control")).toBe(isOwn ? "private, no-store" : shared);
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

type SignedIn = Awaited<ReturnType<typeof signIn>>;
/** Ends a session, or spoils its cookie; returns the cookie that the browser sends. */
type Spoil = (session: SignedIn & { site: TestSite; ofUser: SQL }) => Promise<unknown> | string;

const endings: [string, Spoil][] = [
  ["is revoked", ({ site, ofUser }) => site.db.delete(sessions).where(ofUser)],
  [
    "has expired",
    ({ site, ofUser }) => site.db.update(sessions).set({ expiresAt: new Date() }).where(ofUser),
  ],
  [
    "belongs to a blocked account",
    ({ site, user }) =>
      site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, user.uid)),
  ],
  [
    "belongs to a deleted account",
    ({ site, user }) => site.db.delete(users).where(eq(users.id, user.uid)),
  ],
  ["is signed otherwise", ({ cookie }) => cookie.replace(/.(?=(%3D)?$)/, "_")],
  ["isn't signed", ({ cookie }) => cookie.replace(/\.[^.]*$/, "")],
  ["can't be decoded", () => "mardeminas.session_token=%E0"],
];

test.each(endings)(
  "the cookie of a session that %s opens nothing, and is removed by the first page that is not cached",
  async (_, spoil) => {
    const site = sharedSite();
    const session = await signIn(site);
    const ofUser = eq(sessions.userId, session.user.uid);
    const spoilt = await spoil({ ...session, site, ofUser });
    const cookie = typeof spoilt === "string" ? spoilt : session.cookie;
    const ask = (path: string, Cookie: string) => site.app.request(path, { headers: { Cookie } });
    expect(await (await ask("/about", cookie)).text()).toContain("Meus Anúncios");
    const refused = await ask("/dashboard", cookie);
    expect([refused.status, refused.headers.get("Location")]).toEqual([302, "/login"]);
    for (const path of ["/plans", "/contato", "/nada"]) {
      const answer = await ask(path, cookie);
      expect(keepCookies(cookie, answer), path).not.toContain("session_token");
      expect(await answer.text()).toContain('href="/login"');
    }
    const visited = await (await ask("/about", keepCookies(cookie, refused))).text();
    expect(visited).not.toContain("Meus Anúncios");
    expect(visited).toContain('href="/login"');
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

test("all advertisers share one rendering of a public page, which asks nothing of the database", async () => {
  const site = sharedSite();
  const [ana, ze] = [await signIn(site), await signIn(site)];
  await site.app.request("/about", { headers: { Cookie: ana.cookie } });
  const before = renders(site);
  await site.owner.execute("alter table sessions rename to sessions_away");
  onTestFinished(async () => {
    await site.owner.execute("alter table sessions_away rename to sessions");
  });
  const answer = await site.app.request("/about", { headers: { Cookie: ze.cookie } });
  expect(await answer.text()).toContain("Meus Anúncios");
  expect(renders(site)).toBe(before);
});

test("operators get their own top bar once a page has recognized them, and owners their paused ads", async () => {
  const site = sharedSite();
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
  const site = sharedSite();
  const { id, user } = await publish(site, { unavailableDays: [] });
  const owner = await signIn(site);
  await site.db.update(posts).set({ uid: owner.user.uid }).where(eq(posts.uid, user.uid));
  // Of the pages kept for all advertisers, the one that shows this ad's nights.
  const stay = `entrada=${addDays(today(), 20)}&saida=${addDays(today(), 22)}`;
  const ask = async (Cookie: string) => {
    const answer = await site.app.request(`/search?${stay}`, { headers: { Cookie } });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  await vi.waitFor(async () => {
    const before = renders(site);
    await ask(owner.cookie);
    expect(renders(site)).toBe(before);
  }, patience);
  const former = await ask(owner.cookie);
  const cache = site.pageCache;
  if (!cache) throw new Error("the site keeps no pages");
  const drop = vi.spyOn(cache, "drop").mockReturnValue();
  onTestFinished(() => {
    drop.mockRestore();
    cache.dropAll();
  });

  const saved = await site.app.request(`/posts/${id}/calendario/noites`, {
    method: "POST",
    body: new URLSearchParams({ marcar: addDays(today(), 20) }),
    headers: { Cookie: owner.cookie },
  });

  expect(saved.status).toBe(200);
  expect(saved.headers.getSetCookie()).toEqual([expect.stringMatching(/; Max-Age=10; .*HttpOnly/)]);
  expect(await ask(owner.cookie)).toBe(former);
  expect(await ask(`${owner.cookie}; ${cookiesOf(saved)}`)).not.toBe(former);
});
