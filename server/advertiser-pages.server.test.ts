import { eq, type SQL } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { users } from "../app/platform/db/schema.ts";
import { sessions } from "../app/platform/db/session-schema.ts";
import { postForm } from "../testing/account-pages.ts";
import { publish, renders, shareCachingSite } from "../testing/caching-site.ts";
import { cookiesOf } from "../testing/cookies.ts";
import { signInOperator } from "../testing/operator.ts";
import { signIn, type TestSite } from "../testing/site.ts";

const sharedSite = shareCachingSite();

test("two advertisers and a visitor get the same public pages, byte for byte, with nothing of theirs", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const advertisers = [await signIn(site), await signInOperator(site)];
  for (const path of ["/", "/search", `/posts/${id}`, "/blog", "/about", "/detalhes/1"]) {
    const [visitor, ...theirs] = await Promise.all(
      ["_ga=1", ...advertisers.map(({ cookie }) => cookie)].map(async (Cookie) => {
        const answer = await site.app.request(path, { headers: { Cookie } });
        expect(answer.headers.get("Cache-Control"), path).toBe("no-cache");
        expect(answer.headers.has("Set-Cookie"), path).toBe(false);
        return answer.text();
      }),
    );
    expect(visitor, path).not.toContain("data-conta=");
    expect(theirs, path).toEqual([visitor, visitor]);
  }
});

test("the mark by which the browser shows the account's menu comes and goes with the session", async () => {
  const site = sharedSite();
  const [advertiser, operator] = [await signIn(site), await signInOperator(site)];
  const open = (cookie: string, path = "/dashboard") =>
    site.app.request(path, { headers: { Cookie: cookie } });
  for (const [{ cookie }, mark] of [
    [advertiser, "anunciante"],
    [operator, "equipe"],
  ] as const) {
    const page = await open(cookie);
    expect(page.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(`^mardeminas.conta=${mark}; Max-Age=\\d+; Path=/; SameSite=Lax$`),
    );
    expect(await page.text()).toContain(`data-conta="${mark}"`);
  }
  const email = { email: advertiser.user.email, password: advertiser.password };
  const login = await postForm(site, "/login", email);
  expect(cookiesOf(login)).toContain("mardeminas.conta=anunciante");
  const logout = await postForm(site, "/logout", {}, mergeCookies("a=1", login));
  expect(logout.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^mardeminas.conta=; Max-Age=0/),
  );
  const stale = await open("mardeminas.conta=anunciante", "/plans");
  expect(mergeCookies("mardeminas.conta=anunciante", stale)).toBe("");
});

/** Applies an answer's cookies as a browser does. */
function mergeCookies(cookie: string, answer: Response): string {
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
    const refused = await ask("/dashboard", cookie);
    expect([refused.status, refused.headers.get("Location")]).toEqual([302, "/login"]);
    for (const path of ["/plans", "/contato", "/nada"]) {
      const answer = await ask(path, cookie);
      const marked = `${cookie}; mardeminas.conta=anunciante`;
      expect(mergeCookies(marked, answer), path).not.toMatch(/session_token|conta/);
      expect(await answer.text()).not.toContain("data-conta=");
    }
  },
);

test("a public page asks nothing of the database, whoever is logged in", async () => {
  const site = sharedSite();
  const [ana, ze] = [await signIn(site), await signIn(site)];
  await site.app.request("/about", { headers: { Cookie: ana.cookie } });
  const before = renders(site);
  await site.owner.execute("alter table sessions rename to sessions_away");
  onTestFinished(async () => {
    await site.owner.execute("alter table sessions_away rename to sessions");
  });
  const answer = await site.app.request("/about", { headers: { Cookie: ze.cookie } });
  expect(answer.status).toBe(200);
  expect(renders(site)).toBe(before);
});
