import { expect, test } from "vitest";
import { authenticators } from "../app/platform/db/operation-schema.ts";
import { postForm } from "../testing/account-pages.ts";
import { cookiesOf } from "../testing/cookies.ts";
import { shareLoggedSite } from "../testing/logged-site.ts";
import { agePassword, askAs, signInMember, signInOperator } from "../testing/operator.ts";
import { publishOwnAd } from "../testing/own-ad.ts";
import { createPasskey } from "../testing/passkey.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { codeOf, setUpAuthenticator } from "../testing/second-factor.ts";
import { signIn } from "../testing/site.ts";
import { beginUpload } from "../testing/upload.ts";

interface Line extends Record<string, unknown> {
  level: number;
  msg: string;
}

const usual = shareLoggedSite<Line>({ METRICS_TOKEN: "0123456789abcdef" });
/** Its limits allow one try. */
const strict = shareLoggedSite<Line>({ RATE_LIMIT_FACTOR: "0.002" });

const eventsOf = ({ lines }: typeof usual) =>
  lines()
    .filter(({ msg }) => msg === "security")
    .map(({ time: _time, pid: _pid, msg: _msg, ...event }: Line) => event);

const info = 30;
const warn = 40;

test("logins, failed ones and registrations are logged with the account's id, never its name or e-mail", async () => {
  const site = usual.site();
  const { user, password } = await signIn(site);
  const { email, uid } = user;
  const good = await postForm(site, "/login", { email, password });
  await postForm(site, "/login", { email, password: "senha-errada" });
  await postForm(site, "/login", { email: "ninguem@example.com", password });

  const form = { displayName: "Rita", email: "rita@example.com" };
  await postForm(site, "/register", { ...form, password, confirmPassword: password });

  const request = { id: expect.any(String), route: "/login" };
  expect(eventsOf(usual)).toEqual([
    {
      level: info,
      ...request,
      id: good.headers.get("X-Request-Id"),
      event: "login",
      by: "password",
      uid,
    },
    { level: warn, ...request, event: "login-failed", reason: "wrong-password", uid },
    { level: warn, ...request, event: "login-failed", reason: "unknown-email" },
    {
      level: info,
      id: expect.any(String),
      route: "/register",
      event: "registration",
      uid: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ]);
  for (const personal of [email, "ninguem", "Maria", "example.com", password]) {
    expect(usual.text()).not.toContain(personal);
  }
});

test("passkeys made, refused, used and deleted are logged with the account's id alone", async () => {
  const site = usual.site();
  const { user, cookie, password } = await signIn(site);
  const passkey = createPasskey("http://localhost");
  const offer = async (form: Record<string, string>, cookies = "") =>
    (await postForm(site, "/chaves-de-acesso", form, cookies)).json();
  const save = (chave: string) =>
    postForm(site, "/minha-conta", { intent: "new-passkey", chave }, cookie);
  const logIn = (chave: string) => postForm(site, "/login", { intent: "passkey", chave });

  const registration = passkey.register(
    await offer({ finalidade: "criar", currentPassword: password }, cookie),
  );
  expect((await save(registration)).status).toBe(302);
  // Its challenge is spent.
  expect((await save(registration)).status).toBe(400);
  const entry = passkey.logIn(await offer({ finalidade: "entrar" }));
  expect((await logIn(entry)).status).toBe(302);
  expect((await logIn(entry)).status).toBe(400);
  const remove = { intent: "delete-passkey", id: passkey.id };
  for (let n = 0; n < 2; n += 1) await postForm(site, "/minha-conta", remove, cookie);

  const { uid } = user;
  const ofAccount = { id: expect.any(String), route: "/minha-conta", uid };
  const atLogin = { id: expect.any(String), route: "/login" };
  expect(eventsOf(usual)).toEqual([
    { level: info, ...ofAccount, event: "passkey-added" },
    { level: warn, ...ofAccount, event: "passkey-refused" },
    { level: info, ...atLogin, event: "login", by: "passkey", uid },
    { level: warn, ...atLogin, event: "login-failed", reason: "passkey" },
    { level: info, ...ofAccount, event: "passkey-deleted" },
  ]);
  for (const secret of [passkey.id, user.email, "Maria"])
    expect(usual.text()).not.toContain(secret);
});

test("each password of someone who is logged in is logged, wherever it is asked for; the staff's work is not", async () => {
  const site = usual.site();
  const { user, cookie, password } = await signInOperator(site);
  expect((await site.app.request("/operador", { headers: { Cookie: cookie } })).status).toBe(200);
  await agePassword(site, user.uid, 24);
  const wrong = { currentPassword: "senha-errada" };
  const change = { password: "tamandua-no-brejo", confirmPassword: "tamandua-no-brejo" };
  const tries: [path: string, form: Record<string, string>][] = [
    ["/minha-conta", { intent: "data", ...wrong }],
    ["/minha-conta", { intent: "email", email: "nova@example.com", ...wrong }],
    ["/minha-conta", { intent: "password", ...change, ...wrong }],
    ["/minha-conta/excluir", wrong],
    ["/operador/senha", wrong],
  ];
  for (const [path, form] of tries)
    expect((await postForm(site, path, form, cookie)).status).toBe(400);
  await postForm(site, "/minha-conta", { intent: "data", currentPassword: password }, cookie);

  const { uid } = user;
  const id = expect.any(String);
  expect(eventsOf(usual).filter(({ event }) => String(event).startsWith("password-"))).toEqual([
    ...tries.map(([route]) => ({ level: warn, id, route, uid, event: "password-refused" })),
    { level: info, id, route: "/minha-conta", uid, event: "password-accepted" },
  ]);
});

test("a limit of tries or of points that is reached is logged by its name, and by the account where it has one", async () => {
  const site = strict.site();
  const { user, cookie, password, id: postId } = await publishOwnAd(site);
  const calendar = `/posts/${postId}/calendario`;
  const form = { intent: "email", email: "nova@example.com", currentPassword: password };
  const statuses: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    statuses.push((await postForm(site, "/minha-conta", form, cookie)).status);
    statuses.push((await site.app.request("/sitemap.xml")).status);
    statuses.push((await postForm(site, calendar, { intent: "sincronizar" }, cookie)).status);
  }
  const bytes = await makeJpeg(300, 200);
  const ask = (path: string, init: RequestInit) => site.app.request(path, init);
  statuses.push((await beginUpload(ask, cookie, { size: bytes.length, bytes })).status);
  expect(statuses).toEqual([302, 200, 302, 429, 429, 429, 429]);
  const reached = { level: warn, event: "limit-reached" };
  const id = expect.any(String);
  const { uid } = user;
  expect(eventsOf(strict)).toEqual([
    { ...reached, id, route: "/minha-conta", uid, limit: "password-user" },
    { ...reached, id, route: "/sitemap.xml", limit: "sitemap-address" },
    { ...reached, id, route: "/posts/:id/calendario", uid, limit: "feed-sync-listing" },
    { ...reached, uid, limit: "decoding-user" },
  ]);
});

test("second factors set up, refused, replaced by a recovery code and used are logged", async () => {
  const site = usual.site();
  const { user, cookie, password } = await signInMember(site);
  const { uid } = user;
  await postForm(site, "/operador/fator", { intent: "authenticator" }, cookie);
  await postForm(site, "/operador/fator", { intent: "confirm", codigo: "000000" }, cookie);
  const { recoveryCodes, key } = await setUpAuthenticator(askAs(site, cookie));
  const again = cookiesOf(await postForm(site, "/login", { email: user.email, password }));
  await postForm(site, "/operador/senha", { codigo: "aaaaa-aaaaa" }, again);
  const [code = ""] = recoveryCodes;
  expect((await postForm(site, "/operador/senha", { codigo: code }, again)).status).toBe(302);
  await postForm(site, "/operador/fator", { intent: "codes" }, again);
  await site.db.update(authenticators).set({ lastStep: 0 });
  const later = cookiesOf(await postForm(site, "/login", { email: user.email, password }));
  await postForm(site, "/operador/senha", { codigo: await codeOf(key) }, later);

  const atFactor = { id: expect.any(String), route: "/operador/fator", uid };
  const atPassword = { ...atFactor, route: "/operador/senha" };
  expect(eventsOf(usual)).toEqual([
    { level: warn, ...atFactor, event: "second-factor-refused" },
    { level: info, ...atFactor, event: "authenticator-added" },
    { level: info, ...atFactor, event: "recovery-codes-made" },
    { level: info, id: expect.any(String), route: "/login", event: "login", by: "password", uid },
    { level: warn, ...atPassword, event: "second-factor-refused" },
    { level: warn, ...atPassword, event: "recovery-code-used" },
    { level: info, ...atFactor, event: "recovery-codes-made" },
    { level: info, id: expect.any(String), route: "/login", event: "login", by: "password", uid },
    { level: info, ...atPassword, event: "authenticator-used" },
  ]);
  for (const secret of [key, ...recoveryCodes, user.email])
    expect(usual.text()).not.toContain(secret);
});

test("refused access is logged with its status and account, and a missing public page is not", async () => {
  const site = usual.site();
  const { user, cookie } = await signIn(site);
  const stranger = crypto.randomUUID();
  const answers = [
    await site.app.request("/operador/anuncios", { headers: { Cookie: cookie } }),
    await site.app.request("/operador"),
    await site.app.request(`/posts/edit/${stranger}`, { headers: { Cookie: cookie } }),
    await site.app.request("/metricas"),
    await site.app.request("/login", {
      method: "POST",
      headers: { Origin: "https://evil.example" },
    }),
    await site.app.request(`/posts/${stranger}`),
    await site.app.request("/nada", { headers: { Cookie: cookie } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 401, 403, 404, 404]);
  const refused = { level: warn, id: expect.any(String), event: "access-refused", method: "GET" };
  expect(eventsOf(usual)).toEqual([
    { ...refused, route: "/operador/anuncios", status: 404, uid: user.uid },
    { ...refused, route: "/operador", status: 404 },
    { ...refused, route: "/posts/edit/:id", status: 404, uid: user.uid },
    { ...refused, route: "/metricas", status: 401 },
    { ...refused, method: "POST", route: "/login", status: 403 },
  ]);
});
