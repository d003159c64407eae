import { and, gte, inArray, isNotNull, lte, sql } from "drizzle-orm";
import { formatPrice } from "../../accounts/plans/plan-prices.ts";
import { addDays, regionTimeZone, today } from "../../calendar/civil-date.ts";
import { monthOf } from "../../calendar/month.ts";
import type { Db } from "../../db/client.server.ts";
import { visits } from "../../db/operation-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { countOf, formatCount } from "../../ui/words.ts";
import { isPlanEnded } from "../advertisers/advertisers.server.ts";
import { countOpenMessages, countUndelivered, listMessages } from "../mail/mail-lists.server.ts";
import { listOrders } from "../payments/listed-orders.server.ts";
import { listSilentOwners } from "../questions/waiting-questions.server.ts";
import { countCases } from "../reports/cases.server.ts";

const endingSoonDays = 15;

/** Something that waits for the operator. */
export interface Task {
  to: string;
  text: string;
  count: number;
}

/** Lists what waits, the most first; a single message or payment by its name. */
export async function listTasks(db: Db, day = today()): Promise<Task[]> {
  const isEnding = and(
    isNotNull(users.validoAte),
    lte(users.validoAte, addDays(day, endingSoonDays)),
  );
  const [cases, orders, messages, silent, ending, ended, undelivered] = await Promise.all([
    countCases(db),
    listOrders(db, day),
    listMessages(db, { all: false, after: null }),
    listSilentOwners(db),
    db.$count(users, isEnding),
    db.$count(users, isPlanEnded),
    countUndelivered(db),
  ]);
  const [order, message] = [orders.told[0], messages.rows[0]];
  const messageCount = messages.next ? await countOpenMessages(db) : messages.rows.length;
  const many = (count: number, singular: string, plural: string) =>
    `${formatCount(count)} ${count === 1 ? singular : plural}`;
  const tasks: Task[] = [
    ...caseKinds.map(([kind, singular, plural]) => ({
      to: `/operador/denuncias#${kind}`,
      text: many(cases[kind], singular, plural),
      count: cases[kind],
    })),
    {
      to: "/operador/pagamentos",
      text:
        order && orders.told.length === 1
          ? `Pix de ${order.ownerName}, ${formatPrice(order.cents)}`
          : `${orders.told.length} Pix para conferir`,
      count: orders.told.length,
    },
    {
      to: "/operador/mensagens",
      text:
        message && messageCount === 1 ? `${message.nome} escreveu` : `${messageCount} mensagens`,
      count: messageCount,
    },
    ...silent.map(({ uid, displayName, questions }) => ({
      to: `/operador/anunciantes?q=${uid}`,
      text: `${displayName} não respondeu ${countOf(questions, "pergunta")}`,
      count: questions,
    })),
    {
      to: "/operador/anunciantes?mostrar=vence",
      text: `${many(ending, "plano vence", "planos vencem")} em ${endingSoonDays} dias`,
      count: ending,
    },
    {
      to: "/operador/anunciantes?mostrar=vencidos",
      text: many(ended, "plano vencido", "planos vencidos"),
      count: ended,
    },
    {
      to: "/operador/emails",
      text: many(undelivered.mails, "e-mail não saiu", "e-mails não saíram"),
      count: undelivered.mails,
    },
  ];
  return tasks.filter(({ count }) => count > 0).sort((one, other) => other.count - one.count);
}

const caseKinds = [
  ["denuncias", "anúncio denunciado", "anúncios denunciados"],
  ["fotos", "foto repetida", "fotos repetidas"],
  ["telefones", "telefone repetido", "telefones repetidos"],
  ["perguntas", "pergunta retida ou denunciada", "perguntas retidas ou denunciadas"],
  ["depoimentos", "depoimento para olhar", "depoimentos para olhar"],
] as const;

/** Figures of the month so far, in the region. */
export interface MonthFigures {
  advertisers: number;
  listings: number;
  /** Taps on WhatsApp and phone. */
  contacts: number;
}

export async function readMonth(db: Db, day = today()): Promise<MonthFigures> {
  const first = `${monthOf(day)}-01`;
  const since = sql`${first}::date::timestamp at time zone ${regionTimeZone}`;
  const isContact = inArray(visits.kind, ["whatsapp", "telefone"]);
  const [advertisers, listings, [touched]] = await Promise.all([
    db.$count(users, gte(users.createdAt, since)),
    db.$count(posts, gte(posts.createdAt, since)),
    db
      .select({ n: sql<number>`coalesce(sum(${visits.n}), 0)::int` })
      .from(visits)
      .where(and(gte(visits.day, first), lte(visits.day, day), isContact)),
  ]);
  return { advertisers, listings, contacts: touched?.n ?? 0 };
}
