import type { RouterContextProvider } from "react-router";
import { queueMessage } from "../../../platform/mail/outbox.server.ts";
import { senderContext } from "../../../platform/mail/sender.server.ts";
import { logFailure } from "../../../platform/web/outage.server.ts";
import {
  hour,
  type Limit,
  takeTry,
  tooManyTries,
} from "../../../platform/web/rate-limit.server.ts";
import { siteContext } from "../../../platform/web/site.server.ts";
import { type Message, notDelivered } from "./message.ts";

const messagesOfAddress: Limit = { name: "message-address", points: 10, duration: hour };

const waitMs = 8_000;

/** The attempt ends after {@link waitMs}; the outbox tries again later, and a retry at once. */
export async function sendMessage(
  context: Readonly<RouterContextProvider>,
  { nome, email, mensagem }: Message,
): Promise<{ ok: true } | typeof notDelivered | typeof tooManyTries> {
  const { db, log, clientAddress } = context.get(siteContext);
  try {
    if (!(await takeTry(context, [[messagesOfAddress, clientAddress]]))) return tooManyTries;
    const { id, isSent } = await queueMessage(db, { kind: "message", nome, email, mensagem });
    const isDelivered = isSent || (await context.get(senderContext).sendNow(id, waitMs));
    return isDelivered ? { ok: true } : notDelivered;
  } catch (error) {
    logFailure(log, error, "message not taken in");
    return notDelivered;
  }
}
