import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { mayEnter } from "../../testing/account-pages.ts";
import { openTestSite, shareTestSite, signIn, type TestSite } from "../../testing/site.ts";
import { sessions } from "../db/session-schema.ts";
import { readHostCookies } from "../site/cookie-name.ts";

function logIn(site: TestSite, form: Record<string, string>, cookie = "") {
  return site.app.request("/login", {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Cookie: cookie },
  });
}

function token(answer: Response): string {
  const [line = ""] = answer.headers
    .getSetCookie()
    .filter((cookie) => cookie.includes("session_token="));
  return line.slice(line.indexOf("=") + 1, line.indexOf(";"));
}

test("each login creates its own session; a planted token is ignored", async () => {
  const site = await openTestSite();
  const { user, password } = await signIn(site);
  const form = { email: user.email, password };
  const planted = "a".repeat(32);

  const first = token(await logIn(site, form, `mardeminas.session_token=${planted}`));
  const second = token(await logIn(site, form));

  expect(new Set([first, second, planted]).size).toBe(3);
  expect(first).not.toContain(planted);
  const rows = await site.db.select().from(sessions).where(eq(sessions.userId, user.uid));
  expect(rows).toHaveLength(3);
  expect(rows.map((row) => row.token)).not.toContain(planted);
  const area = await site.app.request("/dashboard", {
    headers: { Cookie: `mardeminas.session_token=${planted}` },
  });
  expect(area.headers.get("Location")).toBe("/login");
});

test("an attacker's session does not become the victim's", async () => {
  const site = await openTestSite();
  const attacker = await signIn(site);
  const victim = await signIn(site);
  const form = { email: victim.user.email, password: victim.password };
  // A visitor who has a session can't reach the login form.
  const answer = await logIn(site, form, attacker.cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const rows = await site.db.select().from(sessions);
  expect(rows.filter(({ userId }) => userId === victim.user.uid)).toHaveLength(1);
});

const path = /; Path=\//;
const strict = /; HttpOnly(;.*)?; SameSite=Lax/;

test.each([
  ["http", {}, "mardeminas.session_token="],
  ["https", { SITE_URL: "https://mardeminas.example" }, "__Host-mardeminas.session_token="],
])(
  "over %s the cookies are HttpOnly and SameSite=Lax; Secure over https",
  async (scheme, env, name) => {
    const site = await openTestSite(env);
    const { user, password } = await signIn(site);
    const answers = [
      await logIn(site, { email: user.email, password }),
      await site.app.request("/logout", {
        method: "POST",
        headers: { Cookie: (await signIn(site)).cookie },
      }),
      // These are the flash message and its removal.
      await site.app.request("/contato", {
        method: "POST",
        body: new URLSearchParams({ nome: "João", email: "joao@example.com", mensagem: "Oi!" }),
      }),
      await site.app.request("/", {
        headers: { Cookie: `${scheme === "https" ? "__Host-" : ""}mardeminas.aviso=x` },
      }),
    ];
    const lines = answers.map((answer) => answer.headers.getSetCookie());
    expect(lines[0]?.[0]?.startsWith(name)).toBe(true);
    for (const all of lines) expect(all.length).toBeGreaterThan(0);
    for (const line of lines.flat()) {
      expect(line).toMatch(path);
      expect(line).toMatch(strict);
      expect(/; Secure/.test(line), line).toBe(scheme === "https");
      expect(line.startsWith("__Host-"), line).toBe(scheme === "https");
    }
  },
);

test("over https, our cookies without the prefix are another host's, except that of a list", async () => {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.example" });
  const { cookie } = await signIn(site);
  expect(await mayEnter(site, cookie)).toBe(true);
  expect(await mayEnter(site, cookie.replace("__Host-", ""))).toBe(false);
  expect(await mayEnter(site, cookie.replace("__Host-", "__Secure-"))).toBe(false);

  const note = (prefix: string) =>
    site.app.request("/", { headers: { Cookie: `${prefix}mardeminas.aviso=x` } });
  // A cookie that was read is removed.
  expect((await note("__Host-")).headers.getSetCookie()).toHaveLength(1);
  expect((await note("")).headers.getSetCookie()).toHaveLength(0);
  const list = "mardeminas.lista=x";
  expect(readHostCookies(`a=1; ${list}; mardeminas.aviso=y`)).toBe(`a=1; ${list}`);
});

const sharedSite = shareTestSite();

test.each([
  "//evil.example",
  "https:evil.example",
  "https://evil.example",
  "/\\evil.example",
  "\\\\evil.example",
])("a login with the return path %s leads home", async (to) => {
  const site = sharedSite();
  const { user, password } = await signIn(site);
  for (const name of ["redirect", "redirectTo", "next", "callbackURL"]) {
    const query = new URLSearchParams({ [name]: to });
    const answer = await site.app.request(`/login?${query}`, {
      method: "POST",
      body: new URLSearchParams({ email: user.email, password, [name]: to }),
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  }
});

test.each(["//evil.example/", "/\\evil.example/", "///evil.example//", "/https:evil.example/"])(
  "removing the trailing slash of %s never redirects to another site",
  async (address) => {
    const site = sharedSite();
    const answer = await site.app.request(`http://localhost${address}`);
    const to = new URL(answer.headers.get("Location") ?? "/", "http://localhost/");
    expect(to.host).toBe("localhost");
  },
);
