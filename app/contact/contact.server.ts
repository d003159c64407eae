import type { Db } from "../db/client.server.ts";
import { queueMessage } from "../mail/outbox.server.ts";
import type { Sender } from "../mail/sender.server.ts";
import type { Message } from "./message.ts";

/** How long a visitor waits for a mail server, in ms. */
const patienceMs = 8_000;

/**
 * Stores a message, then sends it while the visitor waits. Gives whether it was delivered by then
 * (spec §8); if not, the sender tries again, and the same message sent anew arrives once.
 */
export async function sendMessage(
  db: Db,
  sender: Sender,
  { nome, email, mensagem }: Message,
): Promise<boolean> {
  const { id, isSent } = await queueMessage(db, { kind: "message", nome, email, mensagem });
  return isSent || sender.sendNow(id, patienceMs);
}
