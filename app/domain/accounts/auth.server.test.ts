import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { users } from "../../platform/db/schema.ts";
import { accounts, sessions } from "../../platform/db/session-schema.ts";
import { findEmailProblem } from "../../platform/ui/forms/email.ts";

/** Limits are tested elsewhere. */
const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });

const post = (path: string, form: Record<string, string>, cookie = "") =>
  postForm(sharedSite(), path, form, cookie);

/** Input of a first registration. */
function newcomer() {
  const password = "tucano-na-varanda";
  return {
    displayName: "Maria Aparecida Leite",
    email: `${crypto.randomUUID()}@example.com`,
    password,
    confirmPassword: password,
  };
}

const accountsOf = (email: string) =>
  sharedSite().db.select().from(users).where(eq(users.email, email.toLowerCase()));

const lettersTo = (email: string) =>
  sharedSite().db.$count(outbox, sql`${outbox.content}->>'to' = ${email.toLowerCase()}`);

test("registering logs in and creates the user's row with the first plan, even if the form names another", async () => {
  const maria = newcomer();
  const email = ` ${maria.email.toUpperCase()} `;
  const plan = { plano: "profissional", postsPermitidos: "99" };

  const answer = await post("/register", { ...maria, ...plan, email });

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie).toMatch(/^mardeminas\.session_token=.+; Path=\/; HttpOnly; SameSite=Lax$/);
  const [user, ...others] = await accountsOf(maria.email);
  expect(others).toEqual([]);
  expect(user).toMatchObject({
    displayName: "Maria Aparecida Leite",
    email: maria.email,
    plano: "basico",
    postsCriados: 0,
    postsPermitidos: 1,
  });
  const [account] = await sharedSite()
    .db.select()
    .from(accounts)
    .where(eq(accounts.userId, user?.id ?? ""));
  expect(account?.password).toBeTruthy();
  expect(account?.password).not.toContain(maria.password);
  const home = await sharedSite().app.request("/", { headers: { Cookie: cookie } });
  expect(await home.text()).toContain("Sair");
});

test("password hashing runs on its own threads and does not block the event loop", async () => {
  const hash = vi.spyOn(crypto, "scrypt");
  syncBuiltinESMExports();
  onTestFinished(() => {
    hash.mockRestore();
    syncBuiltinESMExports();
  });
  // Tests hash each password once.
  const password = crypto.randomUUID();
  const maria = { ...newcomer(), password, confirmPassword: password };

  await post("/register", maria);
  await post("/login", { email: maria.email, password });

  expect(hash).toHaveBeenCalledTimes(2);
});

test.each([
  { confirmPassword: "outra-senha" },
  { password: "curta", confirmPassword: "curta" },
  { displayName: "" },
  { email: "maria" },
])(
  "registering with %j is refused with 400, keeps what was typed and creates nothing",
  async (wrong) => {
    const form = { ...newcomer(), ...wrong };
    const answer = await post("/register", form);
    expect(answer.status).toBe(400);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const html = await answer.text();
    expect(html).toContain(`value="${form.email}"`);
    expect(html).not.toContain(`value="${form.password}"`);
    expect(await accountsOf(form.email)).toEqual([]);
    expect(await lettersTo(form.email)).toBe(0);
  },
);

test("an e-mail is registered once, in upper or lower case, also by forms sent at once", async () => {
  const form = newcomer();
  const answers = await Promise.all(Array.from({ length: 4 }, () => post("/register", form)));
  answers.push(await post("/register", { ...form, email: form.email.toUpperCase() }));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400, 400]);
  for (const answer of answers.filter(({ status }) => status === 400)) {
    expect(await answer.text()).toContain("E-mail já cadastrado!");
  }
  expect(await accountsOf(form.email)).toHaveLength(1);
  expect(await lettersTo(form.email)).toBe(1);
});

test("if the e-mail that confirms its address can't be queued, no account is created", async () => {
  const site = sharedSite();
  const form = newcomer();
  await site.owner.execute(sql`alter table outbox add constraint nada check (false) not valid`);
  try {
    expect((await post("/register", form)).status).toBe(503);
  } finally {
    await site.owner.execute(sql`alter table outbox drop constraint nada`);
  }
  expect(await accountsOf(form.email)).toEqual([]);
  expect(site.errorLines.splice(0)).toHaveLength(1);
});

test("login accepts the right password only, and logging out ends the session", async () => {
  const site = sharedSite();
  const { user, password, cookie } = await signIn(site);
  const right = await post("/login", { email: user.email, password });
  expect([right.status, right.headers.get("Location")]).toEqual([302, "/"]);
  for (const wrong of [
    { email: user.email, password: "serra-do-cipo" },
    { email: user.email, password: password.toUpperCase() },
    { email: user.email, password: ` ${password}` },
    { email: user.email, password: `${password} ` },
    { email: newcomer().email, password },
  ]) {
    const refused = await post("/login", wrong);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([400, []]);
  }
  const before = await site.db.$count(sessions, eq(sessions.userId, user.uid));
  const answer = await post("/logout", {}, cookie);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  expect(await site.db.$count(sessions, eq(sessions.userId, user.uid))).toBe(before - 1);
  const form = await site.app.request("/posts/create", { headers: { Cookie: cookie } });
  expect(form.headers.get("Location")).toBe("/login");
});

test("a password counts to its end, and an accent is the same however the keyboard composes it", async () => {
  const password = `açude ${"de águas claras ".repeat(7)}`;
  const form = { ...newcomer(), password, confirmPassword: password };
  expect((await post("/register", form)).status).toBe(302);
  const logIn = async (typed: string) =>
    (await post("/login", { email: form.email, password: typed })).status;
  expect(await logIn(password.normalize("NFD"))).toBe(302);
  expect(await logIn(password.slice(0, -1))).toBe(400);
});

// listings/permissions.server.test.ts and return-path.server.test.ts send visitors to the login.
test.each(["/login", "/register"])(
  "%s is for visitors, and leads advertisers home",
  async (path) => {
    const { app } = sharedSite();
    expect((await app.request(path)).status).toBe(200);
    const { cookie } = await signIn(sharedSite());
    const answer = await app.request(path, { headers: { Cookie: cookie } });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  },
);

const piece = fc.string({
  unit: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(..."abz09Z") },
    { weight: 1, arbitrary: fc.constantFrom(...".-_+'&!#\" ãéÇ") },
  ),
  maxLength: 8,
});
/** Addresses near the limits of the rule, and standard ones. */
const address = fc.oneof(
  fc.emailAddress(),
  fc
    .tuple(piece, piece, fc.constantFrom("com", "com.br", "c", "br.", "travel", "x1", "ção"))
    .map(([local, host, top]) => `${local}@${host}.${top}`),
  fc
    .tuple(fc.constantFrom("", "a"), piece, fc.constantFrom("", "z"))
    .map(([first, middle, last]) => `${first}${middle}${last}@example.com.br`),
);

/** The password fails after the address is accepted, so no account is created. */
async function isTakenByAuth(email: string): Promise<boolean> {
  const body = { name: "Maria", email, password: "x" };
  const { api } = sharedSite().auth;
  const error = await api.signUpEmail({ body }).catch((reason: unknown) => reason);
  const code = (error as { body?: { code?: string } }).body?.code;
  if (code === "PASSWORD_TOO_SHORT") return true;
  expect(["INVALID_EMAIL", "VALIDATION_ERROR"]).toContain(code);
  return false;
}

test("the rule accepts exactly the addresses that better-auth accepts", async () => {
  const counts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(address, async (email) => {
      const isTaken = await isTakenByAuth(email);
      counts[isTaken ? "taken" : "refused"] += 1;
      expect(findEmailProblem(email) === null).toBe(isTaken);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(100);
});
