import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signInOperator } from "../../../testing/operator.ts";
import { createUser, shareTestSite } from "../../../testing/site.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog } from "../../db/operation-schema.ts";
import { notStaff } from "../staff/staff.server.ts";
import { markMessage, resendMail } from "./mail-commands.server.ts";
import { countUndelivered, listMessages, listUndelivered } from "./mail-lists.server.ts";

const sharedSite = shareTestSite();

async function addMessage(nome: string, createdAt = new Date()) {
  const content = { kind: "message", nome, email: "ana@example.com", mensagem: "Oi" } as const;
  const [row] = await sharedSite().db.insert(outbox).values({ content, createdAt }).returning();
  return row?.id ?? "";
}

async function findMail(id: string) {
  return (await sharedSite().db.select().from(outbox).where(eq(outbox.id, id)))[0];
}

test("reading a message counts once; reading, resolving and reopening are recorded", async () => {
  const { db } = sharedSite();
  const { user } = await signInOperator(sharedSite());
  const id = await addMessage("Marcos");
  expect(await markMessage(db, user, id, "read")).toEqual({ ok: true });
  const readAt = (await findMail(id))?.readAt;
  expect(readAt).toBeInstanceOf(Date);
  await markMessage(db, user, id, "read");
  await markMessage(db, user, id, "done");
  expect(await findMail(id)).toMatchObject({ readAt, doneAt: expect.any(Date) });
  expect((await listMessages(db, { all: false, after: null })).rows).toEqual([]);
  expect((await listMessages(db, { all: true, after: null })).rows).toMatchObject([{ id }]);
  await markMessage(db, user, id, "reopened");
  expect(await findMail(id)).toMatchObject({ readAt, doneAt: null });
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(desc(auditLog.at));
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ["message-reopened", "Marcos"],
    ["message-done", "Marcos"],
    ["message-read", "Marcos"],
  ]);
});

test("messages are listed newest first, 20 at a time, without gaps or repeats", async () => {
  const { db } = sharedSite();
  await db.delete(outbox);
  // All are of the same instant, so that only the id orders them.
  const at = new Date("2026-11-20T12:00:00.123Z");
  for (let n = 0; n < 45; n++) await addMessage(`n${n}`, n < 30 ? at : new Date(at.getTime() + n));
  const seen: string[] = [];
  const sizes: number[] = [];
  for (let after: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof listMessages>> = await listMessages(db, {
      all: false,
      after,
    });
    seen.push(...page.rows.map(({ id }) => id));
    sizes.push(page.rows.length);
    after = page.next;
    if (after === null) break;
  }
  expect(sizes).toEqual([20, 20, 5]);
  expect(new Set(seen).size).toBe(45);
  for (const after of ["x", "0.x", "1.", "99999999999999999999.x", "'"]) {
    expect((await listMessages(db, { all: false, after })).rows).toHaveLength(20);
  }
});

test("undelivered e-mails are those given up or failing, and a retry sends them at once", async () => {
  const { db } = sharedSite();
  await db.delete(outbox);
  const { user } = await signInOperator(sharedSite());
  const letter = (subject: string) => ({
    kind: "letter" as const,
    to: "ana@example.com",
    subject,
    text: "segredo",
  });
  const later = sql`now() + interval '5 hours'`;
  const [failed] = await db
    .insert(outbox)
    .values([
      { content: letter("given up"), state: "failed", attempts: 14, lastError: "mailbox full" },
      { content: letter("failing"), attempts: 2, lastError: "timeout", nextAttemptAt: later },
      { content: letter("new") },
      { content: letter("sent"), state: "sent", attempts: 1 },
    ])
    .returning();
  const { rows } = await listUndelivered(db, null);
  expect(rows.map(({ title }) => title).sort()).toEqual(["failing", "given up"]);
  expect(JSON.stringify(rows)).not.toContain("segredo");
  expect(await countUndelivered(db)).toMatchObject({ mails: 2, nextAt: expect.any(Date) });

  expect(await resendMail(db, user, failed?.id ?? "")).toEqual({ ok: true });
  expect(await findMail(failed?.id ?? "")).toMatchObject({
    state: "waiting",
    attempts: 0,
    lastError: null,
  });
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, failed?.id ?? ""));
  expect(entry).toMatchObject({
    actor: user.email,
    action: "mail-resent",
    subject: "given up",
    before: { state: "failed", attempts: 14 },
  });
});

test("only staff may mark messages or resend e-mails", async () => {
  const { db } = sharedSite();
  const stranger = await createUser(sharedSite());
  const id = await addMessage("Marcos");
  const before = await findMail(id);
  expect(await markMessage(db, stranger, id, "done")).toEqual(notStaff);
  expect(await resendMail(db, stranger, id)).toEqual(notStaff);
  expect(await findMail(id)).toEqual(before);
});
