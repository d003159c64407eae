import { and, gte, inArray, lte, sql } from "drizzle-orm";
import { formatPrice } from "../../domain/accounts/plans/plans.ts";
import { formatCivilDate, regionTimeZone, today } from "../../domain/calendar/civil-date.ts";
import { monthOf } from "../../domain/calendar/month.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { visits } from "../../platform/db/operation-schema.ts";
import { posts, users } from "../../platform/db/schema.ts";
import { formatCount } from "../../platform/ui/words.ts";
import { listEndingPlans } from "../advertisers/advertisers.server.ts";
import { countOpenMessages, countUndelivered, listMessages } from "../mail/mail-lists.server.ts";
import { countReportedOrders, listOrders } from "../payments/listed-orders.server.ts";
import { listCases } from "../reports/list-cases.server.ts";

/** Something that waits for the operator, and where. */
export interface Task {
  to: string;
  text: string;
  count: number;
}

/** Lists what waits, the most first; a single message or payment by its name. */
export async function listTasks(db: Db, day = today()): Promise<Task[]> {
  const [cases, reported, [order], messages, [message], plans, undelivered] = await Promise.all([
    listCases(db),
    countReportedOrders(db),
    listOrders(db, "", 1, day),
    countOpenMessages(db),
    listMessages(db, 1),
    listEndingPlans(db, day),
    countUndelivered(db),
  ]);
  const many = (count: number, singular: string, plural: string) =>
    `${formatCount(count)} ${count === 1 ? singular : plural}`;
  const tasks: Task[] = [
    ...caseKinds.map(([kind, singular, plural]) => ({
      to: `/operador/denuncias#${kind}`,
      text: many(cases[kind].length, singular, plural),
      count: cases[kind].length,
    })),
    {
      to: "/operador/pagamentos",
      text:
        order && reported === 1
          ? `Pix de ${order.ownerName}, ${formatPrice(order.cents)}`
          : `${reported} Pix para conferir`,
      count: reported,
    },
    {
      to: "/operador/mensagens",
      text: message && messages === 1 ? `${message.nome} escreveu` : `${messages} mensagens`,
      count: messages,
    },
    {
      to: "/operador/emails",
      text: many(undelivered, "e-mail não saiu", "e-mails não saíram"),
      count: undelivered,
    },
    ...plans.map(({ uid, displayName, end }) => ({
      to: `/operador/anunciantes?q=${uid}`,
      text: `O plano de ${displayName} ${end < day ? "foi" : "vai"} até ${formatCivilDate(end)}`,
      count: 1,
    })),
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
