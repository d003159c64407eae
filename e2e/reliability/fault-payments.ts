import { type Advertiser, ask, confirm, type Form, post } from "./fault-advertiser.ts";
import type { Faults, SiteStorage } from "./fault-checks.ts";

/** The orders that the site confirmed as reported, or as received. */
export interface AccountBook {
  reported: Set<string>;
  received: Set<string>;
}

const page = "/plans/pix?plano=profissional&por=mes";

/** Orders a month, tells of its payment, and confirms it in the panel, until the site is killed. */
export async function keepPaying(
  site: string,
  { db }: SiteStorage,
  payer: Advertiser,
  operator: Advertiser,
  book: AccountBook,
): Promise<void> {
  const send = (path: string, { cookie }: Advertiser, fields: Form) =>
    ask(site + path, post(fields, cookie));
  const open = await db.query<{ id: string }>(
    `select id from plan_orders where "paidAt" is not null and "settledAs" is null`,
  );
  let waiting = open.rows.map(({ id }) => id);
  for (;;) {
    for (const id of waiting) {
      const form = { intent: "recebi", id };
      confirm(await send("/operador/pagamentos", operator, form), 302, "a payment");
      book.received.add(id);
    }
    const shown = await ask(site + page, { headers: { Cookie: payer.cookie ?? "" } });
    const [, id] = /name="id" value="([0-9a-f-]{36})"/.exec(await shown.text()) ?? [];
    if (!id) throw new Error("the page shows no order");
    confirm(await send(page, payer, { intent: "paguei", id }), 302, "telling of a payment");
    book.reported.add(id);
    waiting = [id];
  }
}

export async function checkPayments({ db }: SiteStorage, book: AccountBook): Promise<Faults> {
  const { rows } = await db.query<{ id: string; reported: boolean; received: boolean }>(
    `select id, "paidAt" is not null as reported, "settledAs" is not null as received from plan_orders`,
  );
  return (["reported", "received"] as const).flatMap((step) => {
    const lost = [...book[step]].filter((id) => !rows.some((row) => row.id === id && row[step]));
    return lost.map((id) => `order ${id} was not ${step}`);
  });
}
