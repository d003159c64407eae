import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  countRowsOf,
  deleteAccount,
  listingForm,
  post,
  upload,
} from "../../../testing/account-deletion.ts";
import { letters, linkIn } from "../../../testing/account-pages.ts";
import { flashOf } from "../../../testing/cookies.ts";
import { sampleRows } from "../../../testing/sample-rows.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { auditLog } from "../../platform/db/operation-schema.ts";
import { deletedPosts, users } from "../../platform/db/schema.ts";
import { queueMail, queueOperatorMail } from "../../platform/mail/outbox.server.ts";
import { recordAction } from "../../platform/web/audit-log.server.ts";
import { createListing } from "../listings/publishing.server.ts";
import { readAccountData } from "./account-data.server.ts";

const sharedSite = shareTestSite();

const lastSubject = "Sua conta no Mar de Minas foi excluída";

const postForm = (path: string, form: Record<string, string>, cookie = "") =>
  post(sharedSite(), path, new URLSearchParams(form), cookie);

const requestReset = (email: string) => postForm("/login", { intent: "reset", email });

/**
 * Gives an account a row in each table of an ad's and an account's data, with the account's own word in
 * every text that takes it.
 */
async function fillTables(n: number, user: { uid: string; email: string }) {
  const { db, owner } = sharedSite();
  const secret = `segredo${n}${crypto.randomUUID().slice(0, 8)}`;
  const rows = sampleRows(n);
  const sample = JSON.stringify(rows[0]?.[1].id);
  const idOf = (name: string) => String(rows.find(([table]) => table === name)?.[1].id);
  const letter = { kind: "letter", to: user.email, subject: secret, text: secret };
  const more = { outbox: { userId: user.uid, content: letter }, questions: { id: uuidOf(n) } };
  for (const [table, row] of rows) {
    if (["users", "accounts", "sessions", "database_mark", "mailed_site"].includes(table)) continue;
    const filled = { ...row, ...more[table as keyof typeof more] };
    const own = JSON.stringify(filled).replaceAll(sample, JSON.stringify(user.uid));
    const names = sql.join(
      Object.keys(filled).map((name) => sql.identifier(name)),
      sql`, `,
    );
    await owner.execute(
      sql`insert into ${sql.identifier(table)} (${names})
        select ${names} from jsonb_populate_record(null::${sql.identifier(table)}, ${own}::jsonb)`,
    );
  }
  await owner
    .update(users)
    .set({ displayName: secret, notes: secret })
    .where(eq(users.id, user.uid));
  const ids = [user.uid, idOf("posts"), idOf("photos"), idOf("testimonials")];
  await writeEverywhere(secret, ids);
  const [mail] = await db.select().from(outbox).where(eq(outbox.userId, user.uid)).limit(1);
  const subjects = [
    user.uid,
    idOf("posts"),
    idOf("deleted_posts"),
    idOf("testimonials"),
    uuidOf(n),
  ];
  for (const subjectId of [...subjects, String(mail?.id)]) {
    const about = { subjectId, subject: `${secret} ${user.email}`, reason: secret };
    const values = { pauseReason: secret, uid: user.uid };
    await db.transaction((tx) =>
      recordAction(tx, {
        ...{ actor: user.email, action: "listing-paused", ...about },
        ...{ before: values, after: values },
      }),
    );
  }
  return { words: [user.uid, user.email, idOf("photos"), secret], secret, postId: idOf("posts") };
}

const uuidOf = (n: number) => `00000099-0000-4000-8000-${String(n).padStart(12, "0")}`;

/**
 * Writes the secret into every column of text or JSON that takes it, in the rows that name one of the ids.
 * Checks refuse it in columns with values of their own, such as states; what remains of an ad is its place.
 */
async function writeEverywhere(secret: string, ids: readonly string[]): Promise<void> {
  const { owner } = sharedSite();
  const literal = (text: string) => sql.raw(`'${text}'`);
  await owner.execute(sql`do $$ declare col record; begin
    for col in select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and data_type in ('text', 'jsonb', 'ARRAY')
        and table_name not in ('users', 'accounts', 'sessions', 'verifications', 'audit_log')
        and column_name <> 'localizacao'
    loop
      begin
        execute format('update %I as own set %I = %L where own::text ~ %L', col.table_name, col.column_name,
          case col.data_type when 'text' then ${literal(secret)} when 'jsonb' then ${literal(`["${secret}"]`)}
            else ${literal(`{${secret}}`)} end, ${literal(ids.join("|"))});
      exception when others then null;
      end;
    end loop;
  end $$`);
}

/** Counts the rows of each table that contain one of these words. */
async function countNaming(words: unknown[]): Promise<Record<string, number>> {
  const { owner } = sharedSite();
  const tables = await owner.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const pattern = words.join("|");
  const counts = tables.rows.map(
    ({ name }) => sql`select ${name} as name, count(*)::int as n
      from ${sql.identifier(name)} as named where named::text ~ ${pattern}`,
  );
  const { rows } = await owner.execute<{ name: string; n: number }>(
    sql`select * from (${sql.join(counts, sql` union all `)}) as counts where n > 0 order by name`,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

test("deleting an account removes all personal data of every table; of an ad its id and place remain, and others' data stay", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site, { postsPermitidos: 5 });
  const other = await signIn(site);
  const kept = await fillTables(1, other.user);
  const { words, secret, postId } = await fillTables(2, user);
  const photo = await createWaitingPhoto(site, other.user.uid);
  await createListing(site.db, other.user.uid, listingInput(), [photo]);
  expect((await upload(site, other.cookie)).status).toBe(201);
  const files = await site.files();
  const published = await post(site, "/posts/create", listingForm(), cookie);
  expect(published.headers.get("Location")).toBe("/");
  expect((await upload(site, cookie)).status).toBe(201);
  await requestReset(user.email);
  await requestReset(other.user.email);
  const change = { intent: "email", email: "nova@example.com", currentPassword: password };
  await postForm("/minha-conta", change, cookie);
  const contact = { nome: "Maria", email: user.email, mensagem: "Oi!" };
  await queueMail(site.db, { kind: "message", ...contact });
  const othersRows = await countNaming([...kept.words, kept.postId]);
  expect(Object.keys(await countNaming([...words, postId])).length).toBeGreaterThan(20);
  expect(Object.keys(await countNaming([secret])).length).toBeGreaterThan(15);
  expect((await site.files()).length).toBeGreaterThan(files.length);

  const answer = await deleteAccount(site, cookie, password);

  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.find((line) => line.startsWith("mardeminas.session_token="))).toContain(
    "Max-Age=0",
  );
  expect((await flashOf(answer))?.text).toContain("Sua conta, os anúncios e as fotos foram");
  expect(await countNaming([secret])).toEqual({});
  expect(await countNaming(words)).toEqual({
    // An operator's action and the deletion stay on record, with the id alone (docs/operacao/painel.md).
    audit_log: 2,
    // The last letter, and the message, which belongs to no account.
    outbox: 2,
  });
  expect((await letters(site)).filter(({ to }) => to === user.email)).toMatchObject([
    { subject: lastSubject },
  ]);
  expect(await site.db.$count(outbox, sql`${outbox.content}::text like '%nova@example.com%'`)).toBe(
    0,
  );
  // Groups keep the ad in their lists, as one that is gone; the others wait for their jobs.
  expect(Object.keys(await countNaming([postId]))).toEqual([
    ...["alert_hits", "audit_log", "deleted_posts", "list_items", "list_votes", "listing_changes"],
  ]);
  expect(await countNaming([...kept.words, kept.postId])).toEqual(othersRows);
  expect(await site.files()).toEqual(files);
  const gone = await site.db.select().from(deletedPosts).where(eq(deletedPosts.id, postId));
  expect(gone).toEqual([
    { id: postId, localizacao: "Turvo", deletedAt: expect.any(Date), byStaff: false, uid: null },
  ]);
  expect((await site.app.request(`/posts/${postId}`)).status).toBe(410);

  const area = await site.app.request("/minha-conta", { headers: { Cookie: cookie } });
  expect(area.headers.get("Location")).toBe("/login");
  expect((await postForm("/login", { email: user.email, password })).status).toBe(400);
});

test("a deletion leaves no notes and no address in the audit log, and no e-mail in the outbox folder", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site, { emailVerified: true });
  const other = await signIn(site);
  const about = { actor: other.user.email, subjectId: user.uid, subject: user.email };
  const notes = "Paga em dia.";
  const before = await site.db
    .insert(auditLog)
    .values([
      // Earlier versions wrote it so.
      { ...about, action: "notes-changed", before: { notes: "" }, after: { notes } },
      {
        ...about,
        action: "user-blocked",
        reason: `Pediu por ${user.email}.`,
        after: { paused: 1 },
      },
      { ...about, action: "plan-granted", reason: "Pix recebido" },
      { actor: user.email, action: "listing-paused", subject: "Rancho", reason: "Outra casa" },
      { actor: "terminal", action: "staff-added", subject: other.user.email },
    ])
    .returning();
  await requestReset(user.email);
  await requestReset(other.user.email);
  while (await site.sender.sendNext()) {
    // Wait until all letters are files.
  }
  const folder = join(site.dataDir, "outbox");
  // This file is of a letter whose row was purged.
  await writeFile(join(folder, `${crypto.randomUUID()}.eml`), `To: ${user.email}\r\n\r\nOi`);
  const filesTo = async (email: string) => {
    const names = await readdir(folder);
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    return texts.filter((text) => text.includes(`To: ${email}`)).length;
  };
  expect([await filesTo(user.email), await filesTo(other.user.email)]).toEqual([2, 1]);

  expect((await deleteAccount(site, cookie, password)).status).toBe(302);

  const ids = before.map(({ id }) => id);
  const entries = await site.db.select().from(auditLog).where(inArray(auditLog.id, ids));
  expect(JSON.stringify(entries)).not.toMatch(new RegExp(`${user.email}|${notes}`));
  const idsAndTimes = (rows: typeof entries) => rows.map(({ id, at }) => [id, at]).sort();
  expect(idsAndTimes(entries)).toEqual(idsAndTimes(before));
  expect(Object.fromEntries(entries.map((entry) => [entry.action, entry]))).toMatchObject({
    "user-blocked": { subject: "", reason: "", after: null },
    "plan-granted": { actor: other.user.email, reason: "" },
    "listing-paused": { actor: "conta excluída", reason: "Outra casa" },
    "staff-added": { subject: other.user.email },
  });
  expect([await filesTo(user.email), await filesTo(other.user.email)]).toEqual([0, 1]);
});

const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** Changes the e-mail through the forms. */
async function changeEmail(cookie: string, password: string): Promise<string> {
  const email = newEmail();
  const change = { intent: "email", email, currentPassword: password };
  await postForm("/minha-conta", change, cookie);
  const confirmed = await postForm(await linkIn(sharedSite(), email), {}, cookie);
  expect(confirmed.headers.get("Location")).toBe("/minha-conta#seu-email");
  return email;
}

const subjectsTo = async (...emails: string[]) =>
  (await letters(sharedSite()))
    .filter(({ to }) => emails.includes(to))
    .map(({ subject }) => subject)
    .sort();

test("e-mails to a former address, and to an unconfirmed one, are deleted with the account", async () => {
  const { user, cookie, password } = await signIn(sharedSite());
  await requestReset(user.email);
  const email = await changeEmail(cookie, password);
  const unconfirmed = newEmail();
  const canceled = { intent: "email", email: unconfirmed, currentPassword: password };
  await postForm("/minha-conta", canceled, cookie);
  await postForm("/minha-conta", { intent: "cancel-email" }, cookie);
  expect(await subjectsTo(user.email, email, unconfirmed)).toHaveLength(5);

  expect((await deleteAccount(sharedSite(), cookie, password)).status).toBe(302);

  expect(await subjectsTo(user.email, email, unconfirmed)).toEqual([lastSubject]);
  expect(await sharedSite().db.$count(outbox, eq(outbox.userId, user.uid))).toBe(0);
});

test("e-mails to an address that someone else had before, or to the operator, outlive the account", async () => {
  const site = sharedSite();
  const maria = await signIn(site);
  await requestReset(maria.user.email);
  await changeEmail(maria.cookie, maria.password);
  const joao = await signIn(site);
  await site.db.update(users).set({ email: maria.user.email }).where(eq(users.id, joao.user.uid));
  const report = { to: maria.user.email, subject: "Denúncia de um anúncio", text: "Chegaram." };
  await queueOperatorMail(site.db, report);
  const guest = { to: maria.user.email, subject: "A sua pergunta", text: "Recebemos." };
  await queueMail(site.db, { kind: "letter", ...guest });
  const exported = await readAccountData(site.db, joao.user.uid);
  expect(exported?.json.emails).toEqual([]);

  await deleteAccount(site, joao.cookie, joao.password);

  // The address, which joao never confirmed, may be hers still.
  expect(await subjectsTo(maria.user.email)).toEqual([
    guest.subject,
    report.subject,
    "Pedido de troca de e-mail no Mar de Minas",
    lastSubject,
    "Sua nova senha no Mar de Minas",
  ]);
});

test.each(["errada", ""])(
  "the password %j deletes nothing, and the confirmation, also part of the page without script, is shown again",
  async (typed) => {
    const site = sharedSite();
    const { user, cookie } = await signIn(site);
    const photo = await createWaitingPhoto(site, user.uid);
    await createListing(site.db, user.uid, listingInput(), [photo]);
    const rows = await countRowsOf(site, user.uid);
    const answer = await deleteAccount(site, cookie, typed);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("<dialog")]);
    expect(await countRowsOf(site, user.uid)).toBe(rows);

    const ask = async (path: string) =>
      (await site.app.request(path, { headers: { Cookie: cookie } })).text();
    expect(await ask("/minha-conta/excluir")).not.toContain("<dialog");
    const asked = await ask("/minha-conta/excluir?confirmar=sim");
    expect(asked).toMatch(/<dialog[^>]* open[\s\S]*name="currentPassword"/);
  },
);

test("a failing store does not stop the deletion; the sweep removes its leftovers", async () => {
  const site = sharedSite();
  const { user, cookie, password } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  await createListing(site.db, user.uid, listingInput(), [photo]);
  const { deleteAll } = site.photoStore.disk;
  site.photoStore.disk.deleteAll = async () => {
    site.photoStore.disk.deleteAll = deleteAll;
    throw new Error("the store is away");
  };
  expect((await deleteAccount(site, cookie, password)).status).toBe(302);
  expect(await countRowsOf(site, user.uid)).toBe(0);
});
