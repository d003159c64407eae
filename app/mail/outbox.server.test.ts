import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { shareDatabase } from "../../testing/shared-database.ts";
import { outbox } from "../db/mail-schema.ts";
import { typed } from "./letter-words.ts";
import { queueMail, queueMessage } from "./outbox.server.ts";

const message = {
  kind: "message",
  nome: "João",
  email: "joao@example.com",
  mensagem: "Tem vaga no Réveillon?",
} as const;

const database = shareDatabase();

beforeEach(async () => {
  await database().db.delete(outbox);
});

test("a letter is stored as plain text that says where it has typed words", async () => {
  const { db } = database();
  const text = `Olá, ${typed("Ana\nGANHE JÁ")}!\n\nMar de Minas\n`;
  await queueMail(db, { kind: "letter", to: "ana@example.com", subject: "Casa", text });
  const [row] = await db.select().from(outbox);
  expect(row?.content).toMatchObject({
    text: "Olá, Ana GANHE JÁ!\n\nMar de Minas\n",
    typed: [[5, 17]],
  });
});

test("concurrent identical messages share one row; others have their own", async () => {
  const { db } = database();
  const others = [
    { ...message, email: "joana@example.com" },
    { ...message, mensagem: "Tem vaga no Carnaval?" },
  ];
  const queued = await Promise.all(
    [...Array(8).fill(message), ...others].map((each) => queueMessage(db, each)),
  );
  expect(new Set(queued.map(({ id }) => id)).size).toBe(3);
  expect(queued.map(({ isSent }) => isSent)).toEqual(Array(10).fill(false));
  expect(await db.$count(outbox)).toBe(3);
});

test("a delivered message is not queued again within a day", async () => {
  const { db } = database();
  const { id } = await queueMessage(db, message);
  const sent = { state: "sent", attempts: 1, sentAt: sql`now()` } as const;
  await db.update(outbox).set({ ...sent, createdAt: sql`now() - interval '23 hours 59 minutes'` });
  expect(await queueMessage(db, message)).toEqual({ id, isSent: true });

  await db.update(outbox).set({ createdAt: sql`now() - interval '24 hours 1 minute'` });
  const second = await queueMessage(db, message);
  expect(second.isSent).toBe(false);
  expect(second.id).not.toBe(id);
});

test("sending a failing message again resets its attempts", async () => {
  const { db } = database();
  const { id } = await queueMessage(db, message);
  await db.update(outbox).set({ state: "failed", attempts: 14, lastError: "refused" });
  expect(await queueMessage(db, message)).toEqual({ id, isSent: false });
  const rows = await db.select().from(outbox);
  expect(rows).toMatchObject([{ state: "waiting", attempts: 0 }]);
});
