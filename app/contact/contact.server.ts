import type { Db } from "../db/client.server.ts";
import { queueMessage } from "../mail/outbox.server.ts";
import type { Sender } from "../mail/sender.server.ts";
import { type Message, notDelivered } from "./message.ts";

/** How long a visitor waits for a mail server, in ms. */
const patienceMs = 8_000;

/**
 * Stores a message, then sends it while the visitor waits. One that was not delivered by then is
 * tried again later; if the visitor sends it again, it still arrives once.
 */
export async function sendMessage(
  db: Db,
  sender: Sender,
  { nome, email, mensagem }: Message,
): Promise<{ ok: true } | typeof notDelivered> {
  const { id, isSent } = await queueMessage(db, { kind: "message", nome, email, mensagem });
  return isSent || (await sender.sendNow(id, patienceMs)) ? { ok: true } : notDelivered;
}
