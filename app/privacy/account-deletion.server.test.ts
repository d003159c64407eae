import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cookiesOf, flashOf } from "../../testing/cookies.ts";
import { waitingForLock } from "../../testing/locks.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import { outbox } from "../db/mail-schema.ts";
import { auditLog, reports, staff, visits } from "../db/operation-schema.ts";
import { deletedPosts, sessions, uploads, users, verifications } from "../db/schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import { queueMail, queueOperatorMail } from "../mail/outbox.server.ts";

const jpeg = await makeJpeg(320, 240);
const base64 = (text: string) => Buffer.from(text).toString("base64");

function post(site: TestSite, path: string, body: URLSearchParams | FormData, cookie: string) {
  return site.app.request(path, { method: "POST", body, headers: { Cookie: cookie } });
}

function deleteAccount(site: TestSite, cookie: string, currentPassword: string) {
  return post(site, "/minha-conta/excluir", new URLSearchParams({ currentPassword }), cookie);
}

/** In one request, as the picker does. */
function upload(site: TestSite, cookie: string) {
  return site.app.request("/envios", {
    method: "POST",
    body: jpeg as BodyInit,
    headers: {
      Cookie: cookie,
      "Tus-Resumable": "1.0.0",
      "Content-Type": "application/offset+octet-stream",
      "Upload-Length": String(jpeg.length),
      "Upload-Metadata": `filename ${base64("a.jpg")},filetype ${base64("image/jpeg")},draft ${base64(crypto.randomUUID())}`,
    },
  });
}

function listingForm(): FormData {
  const form = new FormData();
  const fields = {
    title: "Rancho Beira d’Água",
    body: "Texto",
    valorFds: "100",
    telefone: "37900010264",
    localizacao: "Turvo",
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.append("images", new File([jpeg as BlobPart], "a.jpg", { type: "image/jpeg" }));
  return form;
}

const lastSubject = "Sua conta no Mar de Minas foi excluída";

/** Row counts after a deletion, except for the final e-mail. */
const nothing = {
  accounts: 0,
  photos: 0,
  posts: 0,
  sessions: 0,
  unavailableDays: 0,
  uploads: 0,
  users: 0,
};

test("deleting an account removes all personal data; of an ad its id and place remain", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site, { postsPermitidos: 5 });
  expect((await post(site, "/posts/create", listingForm(), cookie)).headers.get("Location")).toBe(
    "/",
  );
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  const postId = published.id;
  await site.db.insert(feeds).values({ postId, nome: "Airbnb", endereco: "https://a.example/" });
  const season = { temporada: "Natal", de: "2026-12-23", ate: "2026-12-27", valorFds: "900" };
  await site.db.insert(seasons).values({ postId, ...season });
  await site.db.insert(visits).values({ postId, day: "2026-11-21", kind: "visita", n: 7 });
  const reported = { uid: user.uid, title: "Rancho", motivo: "golpe" };
  await site.db.insert(reports).values([
    { ...reported, postId },
    // Of an ad that is already gone.
    { ...reported, postId: crypto.randomUUID() },
  ]);
  await site.db.insert(staff).values({ userId: user.uid });
  await site.db.insert(auditLog).values({ actor: "terminal", action: "plan-granted" });
  expect((await upload(site, cookie)).status).toBe(201);
  await post(site, "/login", new URLSearchParams({ intent: "reset", email: user.email }), "");
  const change = { intent: "email", email: "nova@example.com", currentPassword: password };
  await post(site, "/minha-conta", new URLSearchParams(change), cookie);
  expect(await site.db.$count(verifications)).toBe(2);
  expect((await site.files()).length).toBeGreaterThan(0);

  const answer = await deleteAccount(site, cookie, password);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.find((line) => line.startsWith("mardeminas.session_token="))).toContain(
    "Max-Age=0",
  );
  expect((await flashOf(answer))?.text).toContain("Sua conta, os anúncios e as fotos foram");
  expect(await site.rows()).toMatchObject(nothing);
  expect(await site.db.$count(verifications)).toBe(0);
  for (const table of [feeds, seasons, visits, reports, staff]) {
    expect(await site.db.$count(table)).toBe(0);
  }
  // The operator's actions stay on record (docs/operacao.md).
  expect(await site.db.$count(auditLog)).toBe(1);
  expect(await site.files()).toEqual([]);
  const [last, ...others] = await site.db.select().from(outbox);
  expect(others).toEqual([]);
  expect(last?.content).toMatchObject({
    to: user.email,
    subject: lastSubject,
  });
  const kept = await site.db.select().from(deletedPosts).orderBy(deletedPosts.localizacao);
  expect(kept.map(({ localizacao }) => localizacao)).toEqual(["Escarpas do Lago", "Turvo"]);
  expect(Object.keys(kept[0] ?? {}).sort()).toEqual(["deletedAt", "id", "localizacao"]);
  expect((await site.app.request(`/posts/${published.id}`)).status).toBe(410);

  const area = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(area.headers.get("Location")).toBe("/login");
  const login = new URLSearchParams({ email: user.email, password });
  expect((await post(site, "/login", login, "")).status).toBe(400);
});

/** Through the forms. */
async function changeEmail(site: TestSite, cookie: string, password: string, email: string) {
  const change = { intent: "email", email, currentPassword: password };
  await post(site, "/minha-conta", new URLSearchParams(change), cookie);
  const letters = await site.db.select().from(outbox).orderBy(desc(outbox.createdAt));
  const texts = letters.map(({ content }) => (content.kind === "letter" ? content.text : ""));
  const link = /http\S+\/novo-email\/\S+/.exec(texts.join("\n"))?.[0] ?? "";
  const confirmed = await post(site, new URL(link).pathname, new URLSearchParams(), cookie);
  expect(confirmed.headers.get("Location")).toBe("/minha-conta");
}

test("e-mails to a former address, and to an unconfirmed one, are deleted with the account", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  await post(site, "/login", new URLSearchParams({ intent: "reset", email: user.email }), "");
  await changeEmail(site, cookie, password, "nova@example.com");
  const cancelled = { intent: "email", email: "desistiu@example.com", currentPassword: password };
  await post(site, "/minha-conta", new URLSearchParams(cancelled), cookie);
  await post(site, "/minha-conta", new URLSearchParams({ intent: "cancel-email" }), cookie);
  expect(await site.db.$count(outbox)).toBe(5);

  const answer = await deleteAccount(site, cookie, password);

  expect(answer.status).toBe(302);
  const left = await site.db.select().from(outbox);
  expect(left.map(({ content, userId }) => [content, userId])).toEqual([
    [expect.objectContaining({ to: "nova@example.com", subject: lastSubject }), null],
  ]);
});

test("an e-mail to an address that someone else uses now stays with its own account", async () => {
  const site = await openTestSite();
  const maria = await signIn(site);
  await post(site, "/login", new URLSearchParams({ intent: "reset", email: maria.user.email }), "");
  await changeEmail(site, maria.cookie, maria.password, "nova@example.com");
  const joao = await signIn(site);
  await site.db.update(users).set({ email: maria.user.email }).where(eq(users.id, joao.user.uid));

  await deleteAccount(site, joao.cookie, joao.password);

  const subjects = (await site.db.select().from(outbox)).map(({ content }) =>
    content.kind === "letter" ? content.subject : content.kind,
  );
  expect(subjects.sort()).toEqual([
    "Confirme seu novo e-mail no Mar de Minas",
    "Pedido de troca de e-mail no Mar de Minas",
    lastSubject,
    "Sua nova senha no Mar de Minas",
  ]);
});

test("e-mails to the operator outlive an account registered with the operator's address", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const letter = { to: user.email, subject: "Denúncia de um anúncio", text: "Chegaram." };
  await queueOperatorMail(site.db, letter);
  await deleteAccount(site, cookie, password);
  const mails = await site.db.select().from(outbox);
  expect(mails.map(({ content }) => content.kind === "letter" && content.subject).sort()).toEqual([
    letter.subject,
    lastSubject,
  ]);
});

test("other accounts' data and messages without an account remain", async () => {
  const site = await openTestSite();
  const maria = await signIn(site);
  const joao = await signIn(site);
  const photo = await createWaitingPhoto(site, joao.user.uid);
  await createListing(site.db, joao.user.uid, listingInput(), [photo]);
  expect((await upload(site, joao.cookie)).status).toBe(201);
  for (const { user } of [maria, joao]) {
    await post(site, "/login", new URLSearchParams({ intent: "reset", email: user.email }), "");
  }
  const { email } = maria.user;
  await queueMail(site.db, { kind: "message", nome: "Maria", email, mensagem: "Oi!" });
  const files = await site.files();

  await deleteAccount(site, maria.cookie, maria.password);

  expect(await site.rows()).toMatchObject({
    users: 1,
    posts: 1,
    photos: 2,
    sessions: 1,
    accounts: 1,
  });
  expect(await site.files()).toEqual(files);
  expect(await site.db.$count(verifications)).toBe(1);
  const kinds = (await site.db.select().from(outbox)).map(({ content }) =>
    content.kind === "letter" ? content.to : content.kind,
  );
  expect(kinds.sort()).toEqual([joao.user.email, email, "message"].sort());
});

test.each([
  ["errada", "Senha incorreta."],
  ["", "Escreva sua senha atual."],
])(
  "the password %j deletes nothing, and the confirmation is shown again",
  async (typed, sentence) => {
    const site = await openTestSite();
    const { user, cookie } = await signIn(site);
    const photo = await createWaitingPhoto(site, user.uid);
    await createListing(site.db, user.uid, listingInput(), [photo]);
    const rows = await site.rows();
    const answer = await deleteAccount(site, cookie, typed);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain(sentence);
    expect(html).toContain("<dialog");
    expect(await site.rows()).toEqual(rows);
    expect(await site.db.$count(deletedPosts)).toBe(0);
  },
);

test("without script the confirmation is part of the page", async () => {
  const site = await openTestSite();
  const { cookie } = await signIn(site);
  const ask = async (path: string) =>
    (await site.app.request(path, { headers: { Cookie: cookie } })).text();
  expect(await ask("/minha-conta/excluir")).not.toContain("<dialog");
  const asked = await ask("/minha-conta/excluir?confirmar=sim");
  expect(asked).toMatch(/<dialog[^>]* open/);
  expect(asked).toContain('name="currentPassword"');
});

test("a failing store does not stop the deletion; the sweep removes its leftovers", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  await post(site, "/posts/create", listingForm(), cookie);
  site.photoStore.disk.deleteAll = async () => {
    throw new Error("the store is away");
  };
  const answer = await deleteAccount(site, cookie, password);
  expect(answer.status).toBe(302);
  expect(await site.rows()).toMatchObject(nothing);
});

test("an ad being published in another tab is deleted too", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  let deletion: Promise<Response> | undefined;
  await site.db.transaction(async (tx) => {
    const published = await createListing(tx, user.uid, listingInput(), [photo]);
    expect(published.ok).toBe(true);
    deletion = Promise.resolve(deleteAccount(site, cookie, password));
    await waitingForLock(site);
  });
  expect((await deletion)?.status).toBe(302);
  expect(await site.rows()).toMatchObject(nothing);
  expect(await site.db.$count(deletedPosts)).toBe(1);
});

test("ads and uploads are refused while the account is being deleted", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  await site.db.insert(uploads).values({
    id: crypto.randomUUID(),
    uid: user.uid,
    draftId: crypto.randomUUID(),
    filename: "a",
  });
  let answers: Promise<[Response, Awaited<ReturnType<typeof createListing>>, Response]> | undefined;
  await site.db.transaction(async (tx) => {
    // The deletion waits here, half done.
    await tx.select().from(uploads).where(eq(uploads.uid, user.uid)).for("update");
    const deletion = Promise.resolve(deleteAccount(site, cookie, password));
    await waitingForLock(site);
    const publication = createListing(site.db, user.uid, listingInput(), [photo]);
    answers = Promise.all([deletion, publication, Promise.resolve(upload(site, cookie))]);
  });
  const [deleted, published, uploaded] = (await answers) ?? [];
  expect(deleted?.status).toBe(302);
  expect(published).toMatchObject({ ok: false, reason: "no-user" });
  // Refused because either the account or its session is gone.
  expect([401, 422]).toContain(uploaded?.status);
  expect(await site.rows()).toMatchObject(nothing);
});

const moments: [
  moment: string,
  interrupt: (site: TestSite, first: () => Promise<unknown>) => void,
][] = [
  [
    "received",
    ({ photoStore }, first) => {
      const { datastore } = photoStore.uploads;
      const write = datastore.write.bind(datastore);
      datastore.write = async (...args) => first().then(() => write(...args));
    },
  ],
  [
    "stored",
    ({ photoStore }, first) => {
      const { flush } = photoStore;
      photoStore.flush = (key) => first().then(() => flush(key));
    },
  ],
];

test.each(moments)(
  "an upload being %s during the deletion is refused and leaves nothing behind",
  async (_, interrupt) => {
    const site = await openTestSite();
    const { cookie, password } = await signIn(site);
    const deletions: number[] = [];
    interrupt(site, async () => {
      deletions.push((await deleteAccount(site, cookie, password)).status);
    });
    const uploaded = await upload(site, cookie);
    expect(deletions).toEqual([302]);
    expect([uploaded.status, await uploaded.text()]).toEqual([422, "Este envio foi cancelado."]);
    expect(await site.rows()).toMatchObject(nothing);
    expect(await site.files()).toEqual([]);
    expect(site.errorLines).toEqual([]);
  },
);

test("a form storing a photo during the deletion redirects home and leaves nothing behind", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  const { flush } = site.photoStore;
  site.photoStore.flush = async (key) => {
    await deleteAccount(site, cookie, password);
    return flush(key);
  };
  const published = await post(site, "/posts/create", listingForm(), cookie);
  expect([published.status, published.headers.get("Location")]).toEqual([302, "/"]);
  expect(await site.rows()).toMatchObject(nothing);
  expect(await site.files()).toEqual([]);
  expect(site.errorLines).toEqual([]);
});

test("concurrent commands leave no personal data behind", async () => {
  const site = await openTestSite();
  for (let round = 0; round < 4; round += 1) {
    const { user, cookie, password } = await signIn(site, { postsPermitidos: 5 });
    const login = new URLSearchParams({ email: user.email, password });
    const password2 = new URLSearchParams({
      intent: "password",
      currentPassword: password,
      password: "nova-senha",
      confirmPassword: "nova-senha",
    });
    const answers = await Promise.all([
      upload(site, cookie),
      post(site, "/posts/create", listingForm(), cookie),
      upload(site, cookie),
      deleteAccount(site, cookie, password),
      post(site, "/login", login, ""),
      post(site, "/minha-conta", password2, cookie),
    ]);
    expect(site.errorLines).toEqual([]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    // If the new password came first, this session has ended, and another one asks again.
    if ((await site.rows()).users > 0) {
      const renewed = await post(
        site,
        "/login",
        new URLSearchParams({ email: user.email, password: "nova-senha" }),
        "",
      );
      await deleteAccount(site, cookiesOf(renewed), "nova-senha");
    }
    expect(await site.rows()).toMatchObject(nothing);
    expect(await site.files()).toEqual([]);
  }
});

test("of two concurrent deletions one succeeds", async () => {
  const site = await openTestSite();
  const { cookie, password } = await signIn(site);
  const answers = await Promise.all([1, 2].map(() => deleteAccount(site, cookie, password)));
  for (const answer of answers) expect(answer.status).toBe(302);
  expect(await site.rows()).toMatchObject({ ...nothing, outbox: 1 });
  expect(await site.db.$count(sessions)).toBe(0);
});
