import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { patience } from "../../../testing/patience.ts";
import { lettersTo } from "../../../testing/questions.ts";
import { createUser, shareTestSite, signIn } from "../../../testing/site.ts";
import { endPlans } from "../../domain/accounts/plans/plan-ends.server.ts";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { createFeedRounds } from "../../domain/feeds/rounds/feed-rounds.server.ts";
import { sendMonthNumbers } from "../../domain/listings/visits/month-letters.server.ts";
import { remindOwners } from "../../owner/calendar/reminders.server.ts";
import { feeds } from "../../platform/db/calendar-schema.ts";
import { outbox } from "../../platform/db/mail-schema.ts";
import { auditLog, visits } from "../../platform/db/operation-schema.ts";
import { posts } from "../../platform/db/schema.ts";
import { listNewest } from "../newest.server.ts";
import { notStaff } from "../staff/staff.server.ts";
import { resendMail, resolveMessage } from "./mail-commands.server.ts";
import { countUndelivered, listMessages, listUndelivered } from "./mail-lists.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

async function findMail(id: string) {
  return (await sharedSite().db.select().from(outbox).where(eq(outbox.id, id)))[0];
}

test("a message is resolved once, which is recorded, and then listed after those that wait", async () => {
  const { db } = sharedSite();
  await db.delete(outbox);
  const { user } = await signInOperator(sharedSite());
  const fields = { nome: "Marcos", email: "ana@example.com", mensagem: "Oi" };
  const content = { kind: "message", ...fields } as const;
  const older = { content, createdAt: new Date(2026, 10, 1) };
  const [{ id = "" } = {}, { id: olderId = "" } = {}] = await db
    .insert(outbox)
    .values([{ content }, older])
    .returning();
  const stranger = await createUser(sharedSite());
  expect(await resolveMessage(db, stranger, id)).toEqual(notStaff);
  expect(await resendMail(db, stranger, id)).toEqual(notStaff);
  expect(await findMail(id)).toMatchObject({ doneAt: null });

  expect(await resolveMessage(db, user, id)).toEqual({ ok: true });
  await resolveMessage(db, user, id);
  const readAt = expect.any(Date);
  expect(await findMail(id)).toMatchObject({ readAt, doneAt: readAt });
  expect((await listMessages(db, 9)).map((row) => row.id)).toEqual([olderId, id]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.subjectId, id));
  expect(entries).toMatchObject([{ action: "message-done", subject: "" }]);
});

test("messages are listed 50 at first, and 50 more at each request", async () => {
  const { db } = sharedSite();
  await db.delete(outbox);
  const content = { kind: "message", nome: "Ana", email: "a@example.com", mensagem: "Oi" } as const;
  await db.insert(outbox).values(Array.from({ length: 70 }, () => ({ content })));
  const read = async (query: string) => {
    const url = new URL(`https://mardeminas.example/operador/mensagens?${query}`);
    const { rows, next } = await listNewest(url, (limit) => listMessages(db, limit));
    return [new Set(rows.map(({ id }) => id)).size, next];
  };
  expect(await read("q=a&linhas=50")).toEqual([50, "/operador/mensagens?q=a&linhas=100"]);
  expect(await read("linhas=100")).toEqual([70, null]);
  for (const typed of ["", "linhas=x", "linhas=-1", "linhas=1.5"]) {
    expect((await read(typed))[0], typed).toBe(50);
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
  const rows = await listUndelivered(db, 9);
  expect(rows.map(({ title }) => title).sort()).toEqual(["failing", "given up"]);
  expect(JSON.stringify(rows)).not.toContain("segredo");
  expect(await countUndelivered(db)).toBe(2);

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
