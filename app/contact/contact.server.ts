import type { Db } from "../db/client.server.ts";
import { queueMail } from "../mail/outbox.server.ts";
import type { Message } from "./message.ts";

/** Takes a message in; once it is stored the outbox sends it, again and again if need be. */
export async function sendMessage(db: Db, { nome, email, mensagem }: Message): Promise<void> {
  await queueMail(db, { kind: "message", nome, email, mensagem });
}
