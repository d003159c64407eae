import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { letters, postForm } from "../../../testing/account-pages.ts";
import { publish } from "../../../testing/caching-site.ts";
import { signInOperator } from "../../../testing/operator.ts";
import { openTestSite, signIn, type TestSite } from "../../../testing/site.ts";
import { endPlans } from "../../accounts/plans/plan-ends.server.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { visits } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import { createFeedRounds } from "../../feeds/rounds/feed-rounds.server.ts";
import { remindOwners } from "../../owner/calendar/reminders.server.ts";
import { sendMonthNumbers } from "../../visits/month-letters.server.ts";

const words = ["Ganhe Já", "Prêmio", "Sorteio", "phishing@example.com"];

/** Causes every e-mail that an advertiser gets without having asked for it at the site. */
async function causeLetters(site: TestSite, emailVerified: boolean): Promise<string> {
  const [displayName, title, nome, newEmail] = words as [string, string, string, string];
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
  await failFeed(site, id, nome);
  await postForm(site, "/login", { intent: "reset", email: user.email });
  const change = { intent: "email", email: newEmail, currentPassword: password };
  await postForm(site, "/minha-conta", change, cookie);
  const operator = await signInOperator(site);
  const motivo = "Conferindo uma denúncia";
  for (const intent of ["pausar", "voltar", "remover"]) {
    await postForm(site, "/operador/anuncios", { id, intent, motivo }, operator.cookie);
  }
  const newPassword = { password: "uma-senha-nova", confirmPassword: "uma-senha-nova" };
  const passwordForm = { intent: "password", currentPassword: password, ...newPassword };
  await postForm(site, "/minha-conta", passwordForm, cookie);
  for (const intent of ["bloquear", "desbloquear"]) {
    const form = { id: user.uid, intent, motivo };
    await postForm(site, "/operador/anunciantes", form, operator.cookie);
  }
  return user.email;
}

async function failFeed(site: TestSite, postId: string, nome: string): Promise<void> {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  await site.db.insert(feeds).values({
    postId,
    nome,
    endereco: "http://127.0.0.1:1/calendario.ics",
    failures: 5,
    failingSince: days(4),
    attemptedAt: days(2),
  });
  const rounds = createFeedRounds(site.db, site.calendarFeeds, site.log);
  rounds.start();
  const isRead = async () => (await site.db.$count(feeds, eq(feeds.failures, 6))) === 1;
  await expect.poll(isRead, { timeout: 20_000 }).toBe(true);
  await rounds.stop();
}

test.each([
  ["an unconfirmed address get none of its owner's words", false],
  ["a confirmed address greet its owner by name", true],
])("letters to %s", async (_, isConfirmed) => {
  const site = await openTestSite({ SITE_URL: "https://mardeminas.example" });
  const email = await causeLetters(site, isConfirmed);
  const received = (await letters(site)).filter(({ to }) => to === email);
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
    expect(subject).not.toMatch(new RegExp(words.join("|")));
    expect(text.startsWith(isConfirmed ? "Olá, Ganhe Já!\n" : "Olá!\n")).toBe(true);
    if (!isConfirmed) expect(text).not.toMatch(new RegExp(words.join("|")));
  }
});
