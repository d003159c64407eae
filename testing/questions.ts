import { eq } from "drizzle-orm";
import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { outbox } from "../app/platform/db/mail-schema.ts";
import { questions } from "../app/platform/db/question-schema.ts";
import { publishOwnAd } from "./own-ad.ts";
import type { TestSite } from "./site.ts";

const day = today();

/** A day so many from now, or from yesterday if midnight has passed since the tests began. */
export const soon = (days: number) => addDays(day, days);

/** A valid question, for two nights that the usual ad has free. */
export const validQuestion = {
  nome: "Ana Souza",
  email: "ana@example.com",
  telefone: "(35) 99734-1187",
  entrada: soon(200),
  saida: soon(202),
  pessoas: "4",
  mensagem: "Aceita cachorro pequeno?",
};

/** Nobody else's address: the same short words count as the same text only from one sender. */
export const newAddress = () => `${crypto.randomUUID()}@example.com`;

/** Publishes an ad of an advertiser who is logged in and has confirmed their e-mail. */
export async function publishAskable(site: TestSite, overrides: object = {}) {
  const ad = await publishOwnAd(site, overrides, { emailVerified: true });
  await ad.set({ datesConfirmedAt: new Date() });
  return ad;
}

let visitors = 0;
const newNetworkAddress = () => `198.51.${++visitors >> 8}.${visitors & 255}`;

/** Asks as somebody new, from a network address that nobody else has unless another is given. */
export function ask(
  site: TestSite,
  postId: string,
  fields: Partial<Record<string, string>> = {},
  remoteAddress = newNetworkAddress(),
): Promise<Response> | Response {
  const form = { ...validQuestion, email: newAddress(), ...fields } as Record<string, string>;
  return site.app.request(
    `/posts/${postId}/perguntar`,
    { method: "POST", body: new URLSearchParams(form) },
    { incoming: { socket: { remoteAddress } } },
  );
}

/** Stores a question as if it had been delivered. */
export async function storeQuestion(
  site: Pick<TestSite, "db">,
  ad: { uid: string; postId: string },
  overrides: Partial<typeof questions.$inferInsert> = {},
) {
  const [question] = await site.db
    .insert(questions)
    .values({
      ...ad,
      title: "Rancho",
      nome: "Ana Souza",
      email: "ana@example.com",
      entrada: soon(200),
      saida: soon(202),
      pessoas: 4,
      mensagem: "Aceita cachorro pequeno?",
      deliveredAt: new Date(),
      ...overrides,
    })
    .returning();
  if (!question) throw new Error("insert gave no row");
  return question;
}

export function questionsOf(site: Pick<TestSite, "db">, postId: string) {
  return site.db
    .select()
    .from(questions)
    .where(eq(questions.postId, postId))
    .orderBy(questions.createdAt);
}

/** Letters to an address, oldest first. */
export async function lettersTo(site: Pick<TestSite, "db">, to: string) {
  const rows = await site.db.select().from(outbox).orderBy(outbox.createdAt);
  return rows.flatMap(({ content }) =>
    content.kind === "letter" && content.to === to ? [content] : [],
  );
}
