import type { Db } from "../../db/client.server.ts";
import { queueMessage } from "../../mail/outbox.server.ts";
import type { Sender } from "../../mail/sender.server.ts";
import { type Message, notDelivered } from "./message.ts";

const waitMs = 8_000;

/** The attempt ends after {@link waitMs}; the outbox tries again later, and a retry at once. */
export async function sendMessage(
  db: Db,
  sender: Sender,
  { nome, email, mensagem }: Message,
): Promise<{ ok: true } | typeof notDelivered> {
  const { id, isSent } = await queueMessage(db, { kind: "message", nome, email, mensagem });
  return isSent || (await sender.sendNow(id, waitMs)) ? { ok: true } : notDelivered;
}
