import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  downloadData,
  letters,
  linkIn,
  mayEnter,
  postForm,
} from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { auditLog, passkeys, staff } from "../../platform/db/operation-schema.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { sessions } from "../../platform/db/session-schema.ts";

const sharedSite = shareTestSite();

function sessionCookie(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .filter((line) => line.startsWith("mardeminas.session_token="))
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}

const send = (form: Record<string, string>, cookie: string) =>
  postForm(sharedSite(), "/minha-conta", form, cookie);

async function readUser(uid: string) {
  const [row] = await sharedSite().db.select().from(users).where(eq(users.id, uid));
  return row;
}

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const chosen = { password: "nova-senha", confirmPassword: "nova-senha" };

test("a new name appears on the advertiser's own ads only, without counting as an edit; no other word is a command", async () => {
  const { db } = sharedSite();
  const [maria, joao] = [await signIn(sharedSite()), await signIn(sharedSite())];
  const ads: string[] = [];
  for (const { user } of [maria, joao]) {
    const { id } = await publish(sharedSite());
    const { uid, displayName } = user;
    await db
      .update(posts)
      .set({ uid, createdBy: displayName, updatedBy: displayName })
      .where(eq(posts.id, id));
    ads.push(id);
  }

  const answer = await send({ intent: "name", displayName: "  Maria Leite Souza " }, maria.cookie);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  const name = "Maria Leite Souza";
  expect((await readUser(maria.user.uid))?.displayName).toBe(name);
  const [renamed, other] = await Promise.all(
    ads.map(async (id) => (await db.select().from(posts).where(eq(posts.id, id)))[0]),
  );
  expect(renamed).toMatchObject({ createdBy: name, updatedBy: name, version: 1, updatedAt: null });
  const { displayName } = joao.user;
  expect(other).toMatchObject({ createdBy: displayName, updatedBy: displayName });
  expect((await send({ intent: "plano" }, maria.cookie)).status).toBe(400);
});

test("a new password ends the other sessions and links, renews this session and sends a notice", async () => {
  const site = sharedSite();
  const { cookie, user, password } = await signIn(site);
  const elsewhere = sessionCookie(await postForm(site, "/login", { email: user.email, password }));
  const stranger = await signIn(site);
  await postForm(site, "/login", { intent: "reset", email: user.email });
  const reset = await linkIn(site, user.email);
  const email = newEmail();
  await send({ intent: "email", email, currentPassword: password }, cookie);
  const change = await linkIn(site, email);
  expect(await mayEnter(site, elsewhere)).toBe(true);
  // The renewed session of the same response must not replace the new one.
  await site.db
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '20 days'` })
    .where(eq(sessions.userId, user.uid));

  const answer = await send({ intent: "password", currentPassword: password, ...chosen }, cookie);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  const own = answer.headers.getSetCookie().filter((line) => line.includes("session_token"));
  expect(own).toHaveLength(1);
  const renewed = sessionCookie(answer);
  const enter = [renewed, cookie, elsewhere, stranger.cookie].map((each) => mayEnter(site, each));
  expect(await Promise.all(enter)).toEqual([true, false, false, true]);
  const newest = (await letters(site)).find(({ to }) => to === user.email);
  expect(newest?.subject).toBe("Sua senha no Mar de Minas foi trocada");
  // Someone who knew the old password may have requested these.
  for (const link of [reset, change]) expect((await site.app.request(link)).status).toBe(410);
  expect((await postForm(site, "/login", { email: user.email, password })).status).toBe(400);
  const login = { email: user.email, password: chosen.password };
  expect((await postForm(site, "/login", login)).status).toBe(302);
});

test.each([
  ["keeps the passkeys", {}, 1, "As chaves de acesso continuam valendo"],
  ["deletes them if asked to", { deletesPasskeys: "on" }, 0, "As chaves de acesso que ela tinha"],
] as const)("a new password %s, and its letter says so", async (_, choice, kept, says) => {
  const { db } = sharedSite();
  const { cookie, user, password: currentPassword } = await signIn(sharedSite());
  const open = async () =>
    (await sharedSite().app.request("/minha-conta", { headers: { Cookie: cookie } })).text();
  expect(await open()).not.toContain('name="deletesPasskeys"');
  const key = { credentialId: crypto.randomUUID(), userId: user.uid, publicKey: "x" };
  await db.insert(passkeys).values(key);
  expect(await open()).toContain('name="deletesPasskeys"');
  const form = { intent: "password", currentPassword, ...chosen, ...choice };

  const refused = await send({ ...form, currentPassword: "errada" }, cookie);
  const [box] = /<input[^>]*name="deletesPasskeys"[^>]*>/.exec(await refused.text()) ?? [];
  expect([refused.status, box?.includes("checked")]).toEqual([400, kept === 0]);
  expect((await send(form, cookie)).status).toBe(302);

  expect(await db.$count(passkeys, eq(passkeys.userId, user.uid))).toBe(kept);
  const [letter] = (await letters(sharedSite())).filter(({ to }) => to === user.email);
  expect(letter?.text).toContain(says);
});

test("the audit log has what owners do to their accounts, and no secret", async () => {
  const site = sharedSite();
  const { cookie, user, password } = await signIn(site);
  const [first, email] = [user.email, newEmail()];
  const key = { credentialId: crypto.randomUUID(), userId: user.uid, publicKey: "x" };
  await site.db.insert(passkeys).values(key);
  const entries = () =>
    site.db.select().from(auditLog).where(eq(auditLog.subjectId, user.uid)).orderBy(auditLog.at);

  await postForm(site, "/login", { email: first, password });
  const [other] = await site.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, user.uid))
    .orderBy(desc(sessions.createdAt))
    .limit(1);
  await send({ intent: "end-session", id: other?.id ?? "" }, cookie);
  expect((await downloadData(site, cookie, password)).status).toBe(200);
  await send({ intent: "email", email, currentPassword: password }, cookie);
  const link = await linkIn(site, email);
  await postForm(site, link, {}, cookie);
  const change = { intent: "password", currentPassword: password, ...chosen };
  const renewed = sessionCookie(await send(change, cookie));
  await postForm(site, "/login", { intent: "reset", email });
  const reset = await linkIn(site, email);
  const strong = "tucano-no-quintal";
  await postForm(site, reset, { password: strong, confirmPassword: strong });

  const by = (actor: string) => ({ actor, actorId: user.uid, accountId: user.uid, subject: actor });
  const recorded = await entries();
  expect(recorded).toMatchObject([
    { action: "session-ended", ...by(first) },
    { action: "data-exported", ...by(first) },
    { action: "email-changed", ...by(email), before: { email: first } },
    { action: "password-changed", ...by(email), after: null },
    { action: "password-reset", ...by(email), after: { deletedPasskeys: 1 } },
  ]);
  const secrets = [password, chosen.password, strong, renewed, key.credentialId];
  const tokens = [link, reset].map((path) => path.split("/").at(-1) ?? "");
  for (const secret of [...secrets, ...tokens]) {
    expect(JSON.stringify(recorded)).not.toContain(secret);
  }

  const again = sessionCookie(await postForm(site, "/login", { email, password: strong }));
  await postForm(site, "/minha-conta/excluir", { currentPassword: strong }, again);
  const forgotten = { actor: "conta excluída", actorId: null, accountId: null, subject: "" };
  expect(await entries()).toMatchObject([
    ...recorded.map(({ id, action }) => ({ id, action, ...forgotten })),
    { action: "account-deleted", ...forgotten },
  ]);
});

test.each([
  { currentPassword: "errada" },
  { confirmPassword: "outra-senha" },
  { password: "curta", confirmPassword: "curta" },
  { password: "maria leite", confirmPassword: "maria leite" },
])("a new password with %j is refused and ends no session", async (wrong) => {
  const { cookie, user, password } = await signIn(sharedSite());
  const form = { intent: "password", currentPassword: password, ...chosen, ...wrong };
  const answer = await send(form, cookie);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  for (const typed of [form.currentPassword, form.password]) {
    expect(html).not.toContain(`value="${typed}"`);
  }
  expect(await mayEnter(sharedSite(), cookie)).toBe(true);
  expect(await sharedSite().db.$count(outbox, eq(outbox.userId, user.uid))).toBe(0);
  const login = { email: user.email, password };
  expect((await postForm(sharedSite(), "/login", login)).status).toBe(302);
});

test("an easily guessed password is refused at registration and in a reset, which keeps its link", async () => {
  const site = sharedSite();
  const form = { displayName: "Cida Leite", email: newEmail() };
  for (const password of ["qwertyuiop", "Cida Leite"]) {
    const guessed = { ...form, password, confirmPassword: password };
    const refused = await postForm(site, "/register", guessed);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(
      /id="password-error"[\s\S]*?A senha precisa conter pelomenos 6 caracteres!/,
    );
  }
  expect(await site.db.$count(users, eq(users.email, form.email))).toBe(0);

  const { user } = await signIn(site);
  await postForm(site, "/login", { intent: "reset", email: user.email });
  const link = await linkIn(site, user.email);
  const guessed = { password: "maria leite", confirmPassword: "maria leite" };
  expect((await postForm(site, link, guessed)).status).toBe(400);
  expect((await postForm(site, link, chosen)).headers.get("Location")).toBe("/login");
});

test("staff need twelve letters, owners six", async () => {
  const { user, cookie, password: currentPassword } = await signIn(sharedSite());
  await sharedSite().db.insert(staff).values({ userId: user.uid });
  const change = (password: string, cookies: string) => {
    const form = { currentPassword, password, confirmPassword: password };
    return send({ intent: "password", ...form }, cookies);
  };
  const refused = await change("boinalinha1", cookie);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(
    "A senha de quem é da equipe precisa ter pelo menos 12 caracteres.",
  );
  expect((await change("boi-na-linha1", cookie)).status).toBe(302);
  const owner = await signIn(sharedSite());
  expect((await change("boinal", owner.cookie)).status).toBe(302);
});

test("commands that need the password are limited to ten attempts in a quarter of an hour", async () => {
  const { cookie, user, password } = await signIn(sharedSite());
  const wrong = { intent: "password", currentPassword: "errada", ...chosen };
  for (let n = 0; n < 10; n++) expect((await send(wrong, cookie)).status).toBe(400);
  const answers = [
    await send({ ...wrong, currentPassword: password }, cookie),
    await send({ intent: "email", email: newEmail(), currentPassword: password }, cookie),
    await postForm(sharedSite(), "/minha-conta/excluir", { currentPassword: password }, cookie),
  ];
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 429]);
  expect(await readUser(user.uid)).toBeDefined();
  expect(await sharedSite().db.$count(outbox, eq(outbox.userId, user.uid))).toBe(0);
  const other = await signIn(sharedSite());
  const form = { intent: "password", currentPassword: other.password, ...chosen };
  expect((await send(form, other.cookie)).status).toBe(302);
});
