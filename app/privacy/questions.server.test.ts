import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../testing/account-deletion.ts";
import { downloadData } from "../../testing/account-pages.ts";
import {
  ask,
  lettersTo,
  newAddress,
  publishAskable,
  storeQuestion,
} from "../../testing/questions.ts";
import { openTestSite } from "../../testing/site.ts";
import { readZip } from "../../testing/zip.ts";
import { questions } from "../db/question-schema.ts";
import { purgeExpired } from "./purge.server.ts";

const retention = { mail: 10, visits: 731, auditLog: 90 };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("questions are purged after 180 days, but an unanswered one only once its advertiser has seen it", async () => {
  const site = await openTestSite();
  const { id: postId, user } = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  const answered = { answer: "livre" as const, answeredAt: daysAgo(1) };
  const rows: [nome: string, age: number, state: Partial<typeof questions.$inferInsert>][] = [
    ["answered, 181 days", 181, answered],
    ["answered, 179 days", 179, answered],
    ["seen, 181 days", 181, { seenAt: daysAgo(170) }],
    ["unseen, 181 days", 181, {}],
    ["unseen, 364 days", 364, {}],
    ["unseen, 366 days", 366, {}],
    ["held, 181 days", 181, { deliveredAt: null }],
    ["discarded, 181 days", 181, { discardedAt: daysAgo(180) }],
    ["discarded, 10 days", 10, { discardedAt: daysAgo(9) }],
  ];
  for (const [nome, age, state] of rows) {
    const createdAt = daysAgo(age);
    await storeQuestion(site, ad, { nome, createdAt, deliveredAt: createdAt, ...state });
  }
  expect(await purgeExpired(site.db, retention)).toMatchObject({ questions: 4 });
  const left = await site.db.select({ nome: questions.nome }).from(questions);
  expect(left.map(({ nome }) => nome).toSorted()).toEqual([
    "answered, 179 days",
    "discarded, 10 days",
    "held, 181 days",
    "unseen, 181 days",
    "unseen, 364 days",
  ]);
});

test("an advertiser's data has the questions that reached them, and nobody else's", async () => {
  const site = await openTestSite();
  const { id: postId, user, cookie, password } = await publishAskable(site);
  const other = await publishAskable(site);
  const ad = { uid: user.uid, postId };
  await storeQuestion(site, ad, { nome: "Ana", telefone: "35997341187" });
  await storeQuestion(site, ad, { nome: "Retida", deliveredAt: null });
  await storeQuestion(site, { uid: other.user.uid, postId: other.id }, { nome: "De outro" });
  const answer = await downloadData(site, cookie, password);
  const zip = readZip(new Uint8Array(await answer.arrayBuffer()));
  const data = JSON.parse(new TextDecoder().decode(zip.get("dados.json")));
  expect(data.conta).toMatchObject({ recebePerguntas: true });
  expect(data.perguntas).toMatchObject([
    { nome: "Ana", email: "ana@example.com", telefone: "35997341187", postId, answer: null },
  ]);
  expect(data.perguntas[0]).not.toHaveProperty("wordsHash");
});

test("deleting an account takes its questions and its letters along, and no other's", async () => {
  const site = await openTestSite();
  const { id, user, cookie, password } = await publishAskable(site);
  const other = await publishAskable(site);
  await ask(site, id, { email: newAddress() });
  await ask(site, other.id, { email: newAddress() });
  const deleted = await deleteAccount(site, cookie, password);
  expect(deleted.status).toBe(302);
  expect(await site.db.$count(questions, eq(questions.uid, user.uid))).toBe(0);
  expect((await lettersTo(site, user.email)).map(({ subject }) => subject)).toEqual([
    "Sua conta no Mar de Minas foi excluída",
  ]);
  expect(await site.db.$count(questions, eq(questions.uid, other.user.uid))).toBe(1);
  expect(await lettersTo(site, other.user.email)).toHaveLength(1);
});
