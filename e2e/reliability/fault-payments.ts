import { type Advertiser, ask, confirm, type Form, post } from "./fault-advertiser.ts";
import type { Faults, SiteStorage } from "./fault-checks.ts";
import { figures } from "./fault-figures.ts";

/** What the site confirmed of one advertiser's orders. */
export interface AccountBook {
  told: Set<string>;
  received: Set<string>;
  /** Told of, but not known to be received: the operator's next task. */
  waiting: string[];
}

export const newAccountBook = (): AccountBook => ({
  told: new Set(),
  received: new Set(),
  waiting: [],
});

const page = "/plans/pix?plano=profissional&por=mes";

/** Orders a month, tells of its payment, and confirms it in the panel, until the site is killed. */
export async function keepPaying(
  site: string,
  payer: Advertiser,
  operator: Advertiser,
  book: AccountBook,
): Promise<void> {
  const send = (path: string, { cookie }: Advertiser, fields: Form) =>
    ask(site + path, post(fields, cookie));
  for (;;) {
    for (const id of book.waiting) {
      const form = { intent: "recebi", id, confirmado: "sim" };
      confirm(await send("/operador/pagamentos", operator, form), 302, "a payment");
      book.received.add(id);
      figures.payments++;
    }
    book.waiting = [];
    const shown = await ask(site + page, { headers: { Cookie: payer.cookie ?? "" } });
    const [, id] = /name="id" value="([0-9a-f-]{36})"/.exec(await shown.text()) ?? [];
    if (!id) throw new Error("the page shows no order");
    confirm(await send(page, payer, { intent: "paguei", id }), 302, "telling of a payment");
    book.told.add(id);
    book.waiting.push(id);
  }
}

interface OrderRow {
  id: string;
  isTold: boolean;
  isReceived: boolean;
  validoAte: string | null;
}

/**
 * Each step of an order happens with its letters and its line in the log or not at all, and each payment
 * buys a month of its own. Lists in `book` what the operator has yet to confirm.
 */
export async function checkPayments(
  { db }: SiteStorage,
  { email }: Advertiser,
  book: AccountBook,
): Promise<Faults> {
  const { rows } = await db.query<OrderRow>(
    `select o.id, "paidAt" is not null as "isTold", "settledAs" is not null as "isReceived",
      o."validoAte"::text from plan_orders o join users u on u.id = o.uid where email = $1`,
    [email],
  );
  const counts = await db.query<Record<"letters" | "logged", number> & { until: string }>(
    `select (select count(*)::int from outbox where content->>'subject' like 'Pix de %') as letters,
      (select count(*)::int from audit_log where "subjectId" = u.id and action = 'plan-granted') as logged,
      "validoAte"::text as until from users u where email = $1`,
    [email],
  );
  const [count] = counts.rows;
  if (!count) return [];
  const faults: Faults = [];
  const told = rows.filter(({ isTold }) => isTold);
  const received = rows.filter(({ isReceived }) => isReceived);
  if (count.letters !== told.length) faults.push(`${told.length} told, ${count.letters} letters`);
  if (count.logged !== received.length) {
    faults.push(`${received.length} received, ${count.logged} logged`);
  }
  const ends = received.map(({ validoAte }) => validoAte ?? "").sort();
  if (new Set(ends).size !== ends.length) faults.push(`two payments bought one month: ${ends}`);
  if ((ends.at(-1) ?? null) !== count.until) faults.push(`${ends} ends on ${count.until}`);
  const open = rows.filter(({ isReceived }) => !isReceived);
  if (open.length > 1) faults.push(`${open.length} open orders`);
  for (const id of book.told) {
    if (!told.some((row) => row.id === id)) faults.push(`nobody was told of order ${id}`);
  }
  for (const id of book.received) {
    if (!received.some((row) => row.id === id)) faults.push(`order ${id} was not received`);
  }
  book.waiting = open.filter(({ isTold }) => isTold).map(({ id }) => id);
  return faults;
}
