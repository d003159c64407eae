import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { patience } from "../../../testing/patience.ts";
import { lettersTo } from "../../../testing/questions.ts";
import { createUser, shareTestSite, signIn } from "../../../testing/site.ts";
import { endPlans } from "../../accounts/plans/plan-ends.server.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { outbox } from "../../db/mail-schema.ts";
import { auditLog, visits } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import { createFeedRounds } from "../../feeds/rounds/feed-rounds.server.ts";
import { remindOwners } from "../../owner/calendar/reminders.server.ts";
import { sendMonthNumbers } from "../../visits/month-letters.server.ts";
import { notStaff } from "../staff/staff.server.ts";
import { markMessage, resendMail } from "./mail-commands.server.ts";
import { countUndelivered, listMessages, listUndelivered } from "./mail-lists.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

async function findMail(id: string) {
  return (await sharedSite().db.select().from(outbox).where(eq(outbox.id, id)))[0];
}

test("resolving a message, once, and reopening it are recorded", async () => {
  const { db } = sharedSite();
  const { user } = await signInOperator(sharedSite());
  const fields = { nome: "Marcos", email: "ana@example.com", mensagem: "Oi" };
  const content = { kind: "message", ...fields } as const;
  const [{ id = "" } = {}] = await db.insert(outbox).values({ content }).returning();
  const isListed = async (all: boolean) =>
    (await listMessages(db, { all, after: null })).rows.some((row) => row.id === id);
  expect(await markMessage(db, user, id, "done")).toEqual({ ok: true });
  await markMessage(db, user, id, "done");
  const readAt = expect.any(Date);
  expect(await findMail(id)).toMatchObject({ readAt, doneAt: readAt });
  expect([await isListed(false), await isListed(true)]).toEqual([false, true]);
  await markMessage(db, user, id, "reopened");
  expect(await findMail(id)).toMatchObject({ readAt, doneAt: null });
  expect(await isListed(false)).toBe(true);
  const entries = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, id))
    .orderBy(auditLog.at);
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ["message-done", ""],
    ["message-reopened", ""],
  ]);

  const stranger = await createUser(sharedSite());
  const before = await findMail(id);
  expect(await markMessage(db, stranger, id, "done")).toEqual(notStaff);
  expect(await resendMail(db, stranger, id)).toEqual(notStaff);
  expect(await findMail(id)).toEqual(before);
});

test("messages are listed 20 at a time, without gaps or repeats", async () => {
  const { db } = sharedSite();
  await db.delete(outbox);
  const content = { kind: "message", nome: "Ana", email: "a@example.com", mensagem: "Oi" } as const;
  // Most are of the same instant, so that only the id orders them.
  const at = (n: number) => new Date(Date.UTC(2026, 10, 20) + Math.max(0, n - 30));
  const rows = Array.from({ length: 45 }, (_, n) => ({ content, createdAt: at(n) }));
  await db.insert(outbox).values(rows);
  const seen: string[] = [];
  const list = (after: string | null) => listMessages(db, { all: false, after });
  let page = await list(null);
  for (const size of [20, 20, 5]) {
    expect(page.rows).toHaveLength(size);
    seen.push(...page.rows.map(({ id }) => id));
    if (page.next) page = await list(page.next);
  }
  expect(page.next).toBeNull();
  expect(new Set(seen).size).toBe(45);
  for (const after of ["x", "0.x", "1.", "99999999999999999999.x", "'"]) {
    expect((await list(after)).rows).toHaveLength(20);
  }
});

test("undelivered e-mails are those given up or failing, and a retry sends them at once", async () => {
  const { db } = sharedSite();
  await db.delete(outbox);
  const { user } = await signInOperator(sharedSite());
  const fields = { kind: "letter", to: "ana@example.com", text: "segredo" } as const;
  const letter = (subject: string) => ({ userId: user.uid, content: { ...fields, subject } });
  const later = sql`now() + interval '5 hours'`;
  const mails = [
    { ...letter("given up"), state: "failed" as const, attempts: 14, lastError: "mailbox full" },
    { ...letter("failing"), attempts: 2, lastError: "timeout", nextAttemptAt: later },
    letter("new"),
    { ...letter("sent"), state: "sent" as const, attempts: 1 },
  ];
  const [failed] = await db.insert(outbox).values(mails).returning();
  const id = failed?.id ?? "";
  const { rows } = await listUndelivered(db, null);
  expect(rows.map(({ title }) => title).sort()).toEqual(["failing", "given up"]);
  expect(JSON.stringify(rows)).not.toContain("segredo");
  expect(await countUndelivered(db)).toMatchObject({ mails: 2, nextAt: expect.any(Date) });

  expect(await resendMail(db, user, id)).toEqual({ ok: true });
  expect(await findMail(id)).toMatchObject({ state: "waiting", attempts: 0, lastError: null });
  expect(await lastEntry(sharedSite(), id)).toMatchObject({
    actor: user.email,
    action: "mail-resent",
    subject: "given up",
    before: { state: "failed", attempts: 14 },
  });
});

const ownWords = ["Ganhe Já", "Prêmio", "Sorteio", "phishing@example.com"];

/** Causes every e-mail that an advertiser gets without having asked for it at the site. */
async function causeLetters(emailVerified: boolean): Promise<string> {
  const site = sharedSite();
  const [displayName, title, nome, newEmail] = ownWords as [string, string, string, string];
  const plan = { plano: "profissional", validoAte: addDays(today(), 1) };
  const owner = await signIn(site, { displayName, emailVerified, ...plan });
  const { user, cookie, password } = owner;
  const { id } = await publish(site, { title });
  const longAgo = sql`now() - interval '60 days'`;
  await site.db
    .update(posts)
    .set({ uid: user.uid, createdAt: longAgo, datesUpdatedAt: longAgo })
    .where(eq(posts.id, id));
  await site.db.insert(visits).values({ postId: id, day: "2026-11-30", kind: "visita", n: 3 });

  await endPlans(site);
  await remindOwners(site);
  await sendMonthNumbers(site, new Date("2026-12-01T12:30:00Z"));
  await failFeed(id, nome);
  await postForm(site, "/login", { intent: "reset", email: user.email });
  const change = { intent: "email", email: newEmail, currentPassword: password };
  await postForm(site, "/minha-conta", change, cookie);
  const operator = await signInOperator(site);
  const act = (page: string, form: Record<string, string>) =>
    postForm(site, page, { motivo: "Conferindo uma denúncia", ...form }, operator.cookie);
  for (const intent of ["pausar", "voltar", "remover"]) {
    await act("/operador/anuncios", { id, intent });
  }
  const newPassword = { password: "uma-senha-nova", confirmPassword: "uma-senha-nova" };
  const passwordForm = { intent: "password", currentPassword: password, ...newPassword };
  await postForm(site, "/minha-conta", passwordForm, cookie);
  for (const intent of ["bloquear", "desbloquear"]) {
    await act("/operador/anunciantes", { id: user.uid, intent });
  }
  return user.email;
}

async function failFeed(postId: string, nome: string): Promise<void> {
  const site = sharedSite();
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const failing = { failures: 5, failingSince: days(4), attemptedAt: days(2) };
  const feed = { postId, nome, endereco: "http://127.0.0.1:1/calendario.ics" };
  await site.db.insert(feeds).values({ ...feed, ...failing });
  const rounds = createFeedRounds(site.db, site.calendarFeeds, site.log);
  rounds.start();
  const isRead = and(eq(feeds.postId, postId), eq(feeds.failures, 6));
  await expect.poll(() => site.db.$count(feeds, isRead), patience).toBe(1);
  await rounds.stop();
}

test.each([
  ["an unconfirmed address get none of its owner's words", false],
  ["a confirmed address greet its owner by name", true],
])("letters to %s", async (_, isConfirmed) => {
  const email = await causeLetters(isConfirmed);
  const received = await lettersTo(sharedSite(), email);
  const subjects = received.map(({ subject }) => subject.replace(/[\d/]+$/, ""));
  expect(subjects.sort()).toEqual([
    "Não conseguimos ler um calendário do seu anúncio",
    "Pedido de troca de e-mail no Mar de Minas",
    "Seu anúncio no Mar de Minas está em pausa",
    "Seu anúncio no Mar de Minas foi removido",
    "Seu anúncio no Mar de Minas voltou ao ar",
    "Seu calendário no Mar de Minas está em dia?",
    "Seu plano no Mar de Minas vai até ",
    "Seus anúncios em novembro de ",
    "Sua conta no Mar de Minas foi bloqueada",
    "Sua conta no Mar de Minas foi desbloqueada",
    "Sua nova senha no Mar de Minas",
    "Sua senha no Mar de Minas foi trocada",
  ]);
  for (const { subject, text } of received) {
    expect(subject).not.toMatch(new RegExp(ownWords.join("|")));
    expect(text.startsWith(isConfirmed ? "Olá, Ganhe Já!\n" : "Olá!\n")).toBe(true);
    if (!isConfirmed) expect(text).not.toMatch(new RegExp(ownWords.join("|")));
  }
});
