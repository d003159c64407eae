import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestSite } from "../../testing/site.ts";
import { outbox } from "../db/mail-schema.ts";
import { queueMail, queueMessage } from "./outbox.server.ts";

const message = {
  kind: "message",
  nome: "João",
  email: "joao@example.com",
  mensagem: "Tem vaga no Réveillon?",
} as const;

test("rolling back a transaction also removes the e-mail it queued", async () => {
  const site = await openTestSite();
  await expect(
    site.db.transaction(async (tx) => {
      await queueMail(tx, message);
      throw new Error("undone");
    }),
  ).rejects.toThrow("undone");
  expect((await site.rows()).outbox).toBe(0);
});

test("concurrent identical messages share one row; others have their own", async () => {
  const site = await openTestSite();
  const others = [
    { ...message, nome: "Joao" },
    { ...message, email: "joana@example.com" },
    { ...message, mensagem: "Tem vaga no Carnaval?" },
  ];
  const queued = await Promise.all(
    [...Array(8).fill(message), ...others].map((each) => queueMessage(site.db, each)),
  );
  expect(new Set(queued.map(({ id }) => id)).size).toBe(4);
  expect(queued.map(({ isSent }) => isSent)).toEqual(Array(11).fill(false));
  expect((await site.rows()).outbox).toBe(4);
});

test("a delivered message is not queued again within a day", async () => {
  const site = await openTestSite();
  const { id } = await queueMessage(site.db, message);
  const sent = { state: "sent", attempts: 1, sentAt: sql`now()` } as const;
  await site.db
    .update(outbox)
    .set({ ...sent, createdAt: sql`now() - interval '23 hours 59 minutes'` });
  expect(await queueMessage(site.db, message)).toEqual({ id, isSent: true });

  await site.db.update(outbox).set({ createdAt: sql`now() - interval '24 hours 1 minute'` });
  const anew = await queueMessage(site.db, message);
  expect(anew.isSent).toBe(false);
  expect(anew.id).not.toBe(id);
});

test("sending a failing message again resets its attempts", async () => {
  const site = await openTestSite();
  const { id } = await queueMessage(site.db, message);
  await site.db.update(outbox).set({ state: "failed", attempts: 14, lastError: "refused" });
  expect(await queueMessage(site.db, message)).toEqual({ id, isSent: false });
  const rows = await site.db.select().from(outbox);
  expect(rows).toMatchObject([{ state: "waiting", attempts: 0 }]);
});
