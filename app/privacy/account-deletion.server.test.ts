import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  deleteAccount,
  listingForm,
  noRows,
  post,
  upload,
} from "../../testing/account-deletion.ts";
import { flashOf } from "../../testing/cookies.ts";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  signIn,
  type TestSite,
} from "../../testing/site.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import { outbox } from "../db/mail-schema.ts";
import {
  auditLog,
  authenticators,
  passkeys,
  recoveryCodes,
  reports,
  staff,
  visits,
} from "../db/operation-schema.ts";
import { deletedPosts, users } from "../db/schema.ts";
import { verifications } from "../db/session-schema.ts";
import { createListing } from "../listings/publishing.server.ts";
import { queueMail, queueOperatorMail } from "../mail/outbox.server.ts";

const lastSubject = "Sua conta no Mar de Minas foi excluída";

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
    // This report is about an ad that is already gone.
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
  expect(await site.rows()).toMatchObject(noRows);
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
  const columns = ["byStaff", "deletedAt", "id", "localizacao", "uid"];
  expect(Object.keys(kept[0] ?? {}).sort()).toEqual(columns);
  expect(kept.map(({ uid }) => uid)).toEqual([null, null]);
  expect((await site.app.request(`/posts/${published.id}`)).status).toBe(410);

  const area = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(area.headers.get("Location")).toBe("/login");
  const login = new URLSearchParams({ email: user.email, password });
  expect((await post(site, "/login", login, "")).status).toBe(400);
});

test("a deletion leaves no notes and no address in the audit log, and no e-mail in the outbox folder", async () => {
  const site = await openTestSite();
  const { user, cookie, password } = await signIn(site);
  const other = await signIn(site);
  const about = { actor: other.user.email, subjectId: user.uid, subject: user.email };
  const notes = "Paga em dia.";
  await site.db.insert(auditLog).values([
    // Earlier versions wrote it so.
    { ...about, action: "notes-changed", before: { notes: "" }, after: { notes } },
    { ...about, action: "user-blocked", reason: `Pediu por ${user.email}.`, after: { paused: 1 } },
    { ...about, action: "plan-granted", reason: "Pix recebido" },
    {
      actor: user.email,
      action: "listing-paused",
      subject: "Rancho",
      reason: "Fotos de outra casa",
    },
    {
      actor: "terminal",
      action: "staff-added",
      subjectId: other.user.uid,
      subject: other.user.email,
    },
  ]);
  const before = await site.db.select().from(auditLog);
  await site.db.insert(passkeys).values({ credentialId: "k", userId: user.uid, publicKey: "x" });
  await site.db.insert(authenticators).values({ userId: user.uid, secret: "x" });
  await site.db.insert(recoveryCodes).values({ userId: user.uid, codeHash: "x" });
  await post(site, "/login", new URLSearchParams({ intent: "reset", email: user.email }), "");
  await post(site, "/login", new URLSearchParams({ intent: "reset", email: other.user.email }), "");
  while (await site.sender.sendNext()) {
    // Wait until both letters are files.
  }
  // This file is of a letter whose row was purged.
  const [sample = ""] = await site.files();
  const folder = join(site.dataDir, "outbox");
  await writeFile(join(folder, `${crypto.randomUUID()}.eml`), `To: ${user.email}\r\n\r\nOi`);
  expect(sample).toMatch(/\.eml$/);
  expect(await readdir(folder)).toHaveLength(3);

  expect((await deleteAccount(site, cookie, password)).status).toBe(302);

  const entries = await site.db.select().from(auditLog);
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${user.email}|${notes}`));
  const idsAndTimes = (rows: typeof entries) => rows.map(({ id, at }) => [id, at]).sort();
  expect(idsAndTimes(entries)).toEqual(idsAndTimes(before));
  const byAction = Object.fromEntries(entries.map((entry) => [entry.action, entry]));
  expect(byAction["user-blocked"]).toMatchObject({ subject: "", reason: "", after: { paused: 1 } });
  expect(byAction["plan-granted"]).toMatchObject({
    actor: other.user.email,
    reason: "Pix recebido",
  });
  expect(byAction["listing-paused"]).toMatchObject({
    actor: "conta excluída",
    reason: "Fotos de outra casa",
  });
  expect(byAction["staff-added"]).toMatchObject({ subject: other.user.email });
  for (const table of [passkeys, authenticators, recoveryCodes]) {
    expect(await site.db.$count(table)).toBe(0);
  }
  const [left = "", ...more] = await readdir(folder);
  expect(more).toEqual([]);
  expect(await readFile(join(folder, left), "utf8")).toContain(`To: ${other.user.email}`);
});

/** Changes the e-mail through the forms. */
async function changeEmail(site: TestSite, cookie: string, password: string, email: string) {
  const change = { intent: "email", email, currentPassword: password };
  await post(site, "/minha-conta", new URLSearchParams(change), cookie);
  const letters = await site.db.select().from(outbox).orderBy(desc(outbox.createdAt));
  const texts = letters.map(({ content }) => (content.kind === "letter" ? content.text : ""));
  const link = /http\S+\/novo-email\/\S+/.exec(texts.join("\n"))?.[0] ?? "";
  const confirmed = await post(site, new URL(link).pathname, new URLSearchParams(), cookie);
  expect(confirmed.headers.get("Location")).toBe("/minha-conta#seu-email");
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
  "the password %j deletes noRows, and the confirmation is shown again",
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
  expect(await site.rows()).toMatchObject(noRows);
});
