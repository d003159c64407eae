import type { FuzzRequest } from "./fuzz-request.ts";
import type { Diff } from "./watch-lists.ts";

/** The last column changes when an order is told of, and with nothing else. */
export const orderTable = `id::text, uid::text, md5((to_jsonb(t) - 'paidAt')::text || ("paidAt" is null)), md5((to_jsonb(t) - 'paidAt')::text)`;

export const isOrderLetter = `content->>'subject' ~ '^Pix de R' and content->>'toOperator' = 'true'`;

/** Opening the page orders as its form does, and refused forms are answered with the page. */
export type ConfirmedOrder = { what: "ordered"; uid: string };

export function readOrders(request: FuzzRequest, path: string): ConfirmedOrder[] {
  const uid = request.actor.user?.uid;
  return /^\/plans\/pix\/?$/i.test(path) && uid ? [{ what: "ordered", uid }] : [];
}

/** Lists changes of orders that no request of their advertiser's explains, and letters without a change. */
export function findOrderChanges(
  before: ReadonlyMap<string, { more: string | null }>,
  changes: Diff,
  letters: number,
  confirmed: readonly { what: string }[],
): string[] {
  const by = confirmed.flatMap((each) =>
    each.what === "ordered" && "uid" in each ? [each.uid] : [],
  );
  const wrong: string[] = [];
  for (const { id, owner } of [...changes.added, ...changes.changed]) {
    if (!by.includes(owner ?? "")) wrong.push(`order ${id} of ${owner} appeared or changed`);
  }
  for (const { id, more } of changes.changed) {
    if (before.get(id)?.more !== more) wrong.push(`order ${id} is another one`);
  }
  if (changes.removed.length > 0) wrong.push(`${changes.removed.length} orders went`);
  // An order that is new in this batch can be told of in it, too.
  const told = changes.changed.length + changes.added.length;
  if (letters < changes.changed.length || letters > told) {
    wrong.push(`${letters} letters about ${told} orders`);
  }
  return wrong;
}
