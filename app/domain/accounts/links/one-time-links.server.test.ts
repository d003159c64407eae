import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { letters, linkIn, mayEnter, postForm } from "../../../../testing/account-pages.ts";
import { cookiesOf } from "../../../../testing/cookies.ts";
import { shareTestSite, signIn } from "../../../../testing/site.ts";
import { passkeys, staff } from "../../../platform/db/operation-schema.ts";
import { users } from "../../../platform/db/schema.ts";
import { sessions, verifications } from "../../../platform/db/session-schema.ts";

const sharedSite = shareTestSite({ PORT: "4321", TRUSTED_PROXIES: "loopback" });

const post = (path: string, form: Record<string, string> = {}, cookie = "") =>
  postForm(sharedSite(), path, form, cookie);
const open = (path: string, cookie = "") =>
  sharedSite().app.request(path, { headers: { Cookie: cookie } });
const account = (form: Record<string, string>, cookie: string) =>
  post("/minha-conta", form, cookie);

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const lettersTo = async (email: string) =>
  (await letters(sharedSite())).filter(({ to }) => to === email);

const linksOf = (uid: string) => sql`${verifications.value} like ${`${uid}%`}`;

/** Minutes until the account's newest link expires. */
async function minutesLeft(uid: string): Promise<number> {
  const left = sql<number>`extract(epoch from ${verifications.expiresAt} - now())::float / 60`;
  const rows = await sharedSite().db.select({ left }).from(verifications).where(linksOf(uid));
  return Math.max(...rows.map((row) => row.left));
}

const expire = (uid: string) =>
  sharedSite()
    .db.update(verifications)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(linksOf(uid));

async function findUser(email: string) {
  const [user] = await sharedSite().db.select().from(users).where(eq(users.email, email));
  return user;
}

const logIn = async (email: string, password: string) =>
  (await post("/login", { email, password })).status;

/** Signs up through the form, which sends the first link. */
async function register() {
  const password = "tucano-na-varanda";
  const email = newEmail();
  const form = { displayName: "Rita Lobato", email, password, confirmPassword: password };
  const answer = await post("/register", form);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const link = await linkIn(sharedSite(), email);
  const uid = (await findUser(email))?.id ?? "";
  return { cookie: cookiesOf(answer), email, link, password, uid };
}

const isVerified = async (email: string) => (await findUser(email))?.emailVerified;

test("signing up sends a link that confirms the e-mail at the press of a button, once", async () => {
  const { cookie, email, link, uid } = await register();
  const [letter] = await lettersTo(email);
  expect(letter?.subject).toBe("Confirme seu e-mail no Mar de Minas");
  // Nobody may make the site send their own words to a stranger.
  expect(JSON.stringify(letter)).not.toContain("Rita");
  expect(link).toMatch(/^\/confirmar-email\/[\w-]{32}$/);
  expect((await open("/posts/create", cookie)).status).toBe(200);

  const page = await open(link);
  expect([page.status, await isVerified(email)]).toEqual([200, false]);
  expect(await page.text()).toContain(email);
  expect(await (await open("/minha-conta", cookie)).text()).toContain("ainda não foi confirmado");

  const confirmed = await post(link, {}, cookie);
  expect([confirmed.status, await isVerified(email)]).toEqual([200, true]);
  const done = await confirmed.text();
  expect(done).toContain("<title>E-mail confirmado · Mar de Minas</title>");
  for (const part of [">E-mail confirmado</h1>", email, 'href="/dashboard"']) {
    expect(done).toContain(part);
  }
  // Reloaded by the one who is logged in, it still says so.
  const reloaded = await open(link, cookie);
  expect([reloaded.status, await reloaded.text()]).toEqual([
    200,
    expect.stringContaining(">E-mail confirmado</h1>"),
  ]);
  expect([(await open(link)).status, (await post(link)).status]).toEqual([410, 410]);
  expect(await sharedSite().db.$count(verifications, linksOf(uid))).toBe(0);
});

test("expired, malformed and unknown links confirm nothing", async () => {
  const { email, link, uid } = await register();
  expect(await minutesLeft(uid)).toBeCloseTo(7 * 24 * 60, -1);
  await expire(uid);
  for (const path of [link, `/confirmar-email/${"x".repeat(32)}`, "/confirmar-email/x"]) {
    expect([(await open(path)).status, (await post(path)).status], path).toEqual([410, 410]);
  }
  expect(await isVerified(email)).toBe(false);
});

test("'Minha conta' sends three more links an hour, all valid until one is used; a change of the e-mail ends them", async () => {
  const { cookie, email, link: first, uid } = await register();
  const resend = () => account({ intent: "confirm-email" }, cookie);
  for (let n = 0; n < 3; n++) {
    const sent = await resend();
    expect([sent.status, sent.headers.get("Location")]).toEqual([302, "/minha-conta"]);
  }
  expect((await resend()).status).toBe(429);
  expect(await lettersTo(email)).toHaveLength(4);
  const last = await linkIn(sharedSite(), email);
  expect(last).not.toBe(first);
  expect((await open(first)).status).toBe(200);
  expect((await post(last, {}, cookie)).status).toBe(200);
  expect((await post(first, {}, cookie)).status).toBe(410);
  // Nothing is left to confirm.
  await resend();
  expect(await lettersTo(email)).toHaveLength(4);
  expect(await sharedSite().db.$count(verifications, linksOf(uid))).toBe(0);
});

test("using its link makes a new e-mail take effect, ends the links to the old address, and notifies it", async () => {
  const { cookie, email: old, link: unconfirmed, password } = await register();
  await post("/login", { intent: "reset", email: old });
  const reset = await linkIn(sharedSite(), old);
  const email = newEmail();
  const form = { intent: "email", email: ` ${email.toUpperCase()} `, currentPassword: password };

  const asked = await account(form, cookie);

  expect([asked.status, asked.headers.get("Location")]).toEqual([302, "/minha-conta#seu-email"]);
  const [notice] = await lettersTo(old);
  expect(notice?.subject).toBe("Pedido de troca de e-mail no Mar de Minas");
  // An unconfirmed address may be a stranger's.
  expect(notice?.text).not.toContain(email);
  const page = await (await open("/minha-conta", cookie)).text();
  expect(page).toContain("espera a sua confirmação");
  const link = await linkIn(sharedSite(), email);
  expect(link).toMatch(/^\/novo-email\//);
  const opened = await open(link);
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining(email)]);
  expect([await logIn(email, password), await logIn(old, password)]).toEqual([400, 302]);

  const confirmed = await post(link);
  const done = await confirmed.text();
  expect(confirmed.status).toBe(200);
  for (const part of ["<h1>E-mail trocado<", email, 'href="/login"']) expect(done).toContain(part);
  expect([await logIn(email, password), await logIn(old, password)]).toEqual([302, 400]);
  expect(await isVerified(email)).toBe(true);
  expect(await mayEnter(sharedSite(), cookie)).toBe(true);
  expect((await post(link)).status).toBe(410);
  for (const dead of [link, reset, unconfirmed]) expect((await open(dead)).status).toBe(410);
});

test.each([
  ["a wrong password", { currentPassword: "errada", email: "taken" }],
  ["no password", { currentPassword: "" }],
  ["a taken address", { email: "taken" }],
  ["the address of the account", { email: "own" }],
  ["no address", { email: "nova@" }],
])("a new e-mail with %s is refused and nothing is sent", async (what, wrong) => {
  const { cookie, user, password } = await signIn(sharedSite());
  const other = await signIn(sharedSite());
  const form = { intent: "email", email: newEmail(), currentPassword: password, ...wrong };
  if (form.email === "taken") form.email = other.user.email.toUpperCase();
  if (form.email === "own") form.email = user.email;

  const answer = await account(form, cookie);

  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(`value="${form.email}"`);
  expect(html).not.toContain(password);
  // Only whoever has the password learns that an address has an account.
  expect(html.includes("E-mail já cadastrado!")).toBe(what === "a taken address");
  expect(await sharedSite().db.$count(verifications, linksOf(user.uid))).toBe(0);
  expect([await lettersTo(form.email), await lettersTo(user.email)]).toEqual([[], []]);
});

test("a link confirms nothing once it is canceled, replaced or expired, or someone else has registered its address", async () => {
  const { cookie, user, password } = await signIn(sharedSite());
  async function ask() {
    const email = newEmail();
    await account({ intent: "email", email, currentPassword: password }, cookie);
    return { email, link: await linkIn(sharedSite(), email) };
  }
  const first = await ask();
  const second = await ask();
  expect((await post(first.link)).status).toBe(410);

  const other = await signIn(sharedSite());
  await account({ intent: "cancel-email" }, other.cookie);
  expect((await open(second.link)).status).toBe(200);
  await account({ intent: "cancel-email" }, cookie);
  expect((await post(second.link)).status).toBe(410);
  const page = await (await open("/minha-conta", cookie)).text();
  expect(page).not.toContain("espera a sua confirmação");

  const third = await ask();
  await expire(user.uid);
  expect((await post(third.link)).status).toBe(410);

  const fourth = await ask();
  await signIn(sharedSite(), { email: fourth.email });
  expect((await post(fourth.link)).status).toBe(410);
  expect((await findUser(user.email))?.id).toBe(user.uid);
});

const chosen = { password: "nova-senha", confirmPassword: "nova-senha" };

test("a reset's link sets a new password once, ends every session and tells the account's address", async () => {
  const { user, cookie, password } = await signIn(sharedSite());
  await post("/login", { intent: "reset", email: user.email });
  expect((await lettersTo(user.email))[0]?.subject).toBe("Sua nova senha no Mar de Minas");
  const link = await linkIn(sharedSite(), user.email);
  expect(link).toMatch(/^\/nova-senha\//);
  expect((await open(link)).status).toBe(200);
  // A refused password doesn't use up the link.
  for (const wrong of [{ password: "curta", confirmPassword: "curta" }, { confirmPassword: "x" }]) {
    expect((await post(link, { ...chosen, ...wrong })).status).toBe(400);
  }

  const done = await post(link, chosen);

  expect([done.status, done.headers.get("Location")]).toEqual([302, "/login"]);
  expect(await sharedSite().db.$count(sessions, eq(sessions.userId, user.uid))).toBe(0);
  expect(await mayEnter(sharedSite(), cookie)).toBe(false);
  const [notice] = await lettersTo(user.email);
  expect(notice?.subject).toBe("Sua senha no Mar de Minas foi trocada");
  const again = { password: "outra-vez", confirmPassword: "outra-vez" };
  expect([(await open(link)).status, (await post(link, again)).status]).toEqual([410, 410]);
  expect(await logIn(user.email, password)).toBe(400);
  expect(await logIn(user.email, chosen.password)).toBe(302);
});

test("a reset deletes passkeys, which someone else may have made, and says so, but not those of staff", async () => {
  const { db } = sharedSite();
  for (const isStaff of [false, true]) {
    const { user } = await signIn(sharedSite());
    if (isStaff) await db.insert(staff).values({ userId: user.uid });
    const key = { credentialId: crypto.randomUUID(), userId: user.uid, publicKey: "x" };
    await db.insert(passkeys).values(key);
    await post("/login", { intent: "reset", email: user.email });
    const strong = "tucano-no-quintal";
    const form = { password: strong, confirmPassword: strong };
    expect((await post(await linkIn(sharedSite(), user.email), form)).status).toBe(302);

    const left = await db.$count(passkeys, eq(passkeys.userId, user.uid));
    const [letter] = await lettersTo(user.email);
    const says = letter?.text.includes("As chaves de acesso que ela tinha foram apagadas");
    expect([left, says]).toEqual(isStaff ? [1, false] : [0, true]);
  }
});

test("confirming an address lists the passkeys made before, and deletes those that are marked", async () => {
  const { db } = sharedSite();
  for (const isNew of [false, true]) {
    const { cookie, email, link: first, password, uid } = await register();
    const keys = ["Chrome no Windows", "Safari no iPhone"].map((nome) => ({
      ...{ credentialId: crypto.randomUUID(), userId: uid, publicKey: "x", nome },
    }));
    await db.insert(passkeys).values(keys);
    const stranger = await signIn(sharedSite());
    const theirs = { credentialId: crypto.randomUUID(), userId: stranger.user.uid, publicKey: "x" };
    await db.insert(passkeys).values(theirs);
    const to = isNew ? newEmail() : email;
    if (isNew) await account({ intent: "email", email: to, currentPassword: password }, cookie);
    const link = isNew ? await linkIn(sharedSite(), to) : first;

    const page = await (await open(link)).text();
    for (const { nome, credentialId } of keys) {
      expect(page).toContain(nome);
      expect(page).toMatch(new RegExp(`type="checkbox"[^>]*value="${credentialId}"`));
    }
    const body = new URLSearchParams();
    for (const key of [keys[0], theirs]) body.append("apagarChave", key?.credentialId ?? "");
    const answer = await sharedSite().app.request(link, { method: "POST", body });

    expect([answer.status, await isVerified(to)]).toEqual([200, true]);
    const left = await db.select().from(passkeys).where(eq(passkeys.userId, uid));
    expect(left).toMatchObject([{ nome: "Safari no iPhone" }]);
    expect(await db.$count(passkeys, eq(passkeys.userId, stranger.user.uid))).toBe(1);
  }
});

test("a reset's link expires after one hour", async () => {
  const { user } = await signIn(sharedSite());
  await post("/login", { intent: "reset", email: user.email });
  const link = await linkIn(sharedSite(), user.email);
  expect(await minutesLeft(user.uid)).toBeCloseTo(60, -1);
  await expire(user.uid);
  expect([(await open(link)).status, (await post(link, chosen)).status]).toEqual([410, 410]);
});

test("a reset of an unknown e-mail, or of none, is refused at the field, and nothing is sent", async () => {
  const email = newEmail();
  for (const [typed, sentence] of [
    [email, "Erro ao enviar o e-mail de redefinição. Tente novamente."],
    ["maria", "Por favor, insira um e-mail válido para redefinir a senha."],
  ] as const) {
    const answer = await post("/login", { intent: "reset", email: typed });
    const html = await answer.text();
    expect([answer.status, html.includes(sentence)], typed).toEqual([400, true]);
    expect(html).toContain(`value="${typed}"`);
  }
  expect(await lettersTo(email)).toEqual([]);
});

test("links in e-mails ignore the request's Host, also behind a trusted proxy", async () => {
  const { user, cookie, password } = await signIn(sharedSite());
  const email = newEmail();
  const fromProxy = { incoming: { socket: { remoteAddress: "127.0.0.1" } } };
  for (const [path, form] of [
    ["/login", { intent: "reset", email: user.email }],
    ["/minha-conta", { intent: "email", email, currentPassword: password }],
    ["/minha-conta", { intent: "password", currentPassword: password, ...chosen }],
  ] as const) {
    const headers = {
      // An advertiser can't reach the login form.
      Cookie: path === "/login" ? "" : cookie,
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "https",
    };
    const init = { method: "POST", headers, body: new URLSearchParams({ ...form }) };
    await sharedSite().app.request(`http://evil.example${path}`, init, fromProxy);
  }
  const own = [...(await lettersTo(user.email)), ...(await lettersTo(email))];
  const links = own.flatMap(({ text }) => text.match(/https?:\S+/g) ?? []);
  const firsts = links.map((link) => new URL(link).pathname.split("/")[1]);
  expect([...new Set(firsts)].sort()).toEqual(["login", "minha-conta", "nova-senha", "novo-email"]);
  expect([...new Set(links.map((link) => new URL(link).origin))]).toEqual([
    "http://localhost:4321",
  ]);
});
