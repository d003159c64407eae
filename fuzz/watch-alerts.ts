import type { FuzzRequest } from "./fuzz-request.ts";
import type { Diff, Row } from "./watch-lists.ts";

/** Tables of alerts; their last column is the address, or the alert. */
export const alertTables = {
  alerts: `id::text, null, md5((t.*)::text), email`,
  alert_hits: `"alertId"::text || "postId", null, '', "alertId"::text`,
} as const;

export type ConfirmedAlert = { what: "alert-asked" } | { what: "alert-changed"; id: string };

/** Reads what an answer confirms about alerts. */
export function readAlertChanges(
  { method }: FuzzRequest,
  path: string,
  answer: string,
): ConfirmedAlert[] {
  if (method !== "POST") return [];
  if (path === "/avisos/novo") return answer.includes("pedido=1") ? [{ what: "alert-asked" }] : [];
  const [, linked] = /^\/avisos\/([0-9a-f]{32})[\w-]+(?:\/parar)?$/.exec(path) ?? [];
  if (!linked) return [];
  const id = linked.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return [{ what: "alert-changed", id }];
}

/** Lists changes of alerts that no response confirmed. */
export function findAlertChanges(
  before: ReadonlyMap<string, Row>,
  changes: Record<keyof typeof alertTables, Diff> & { outbox: Diff },
  confirmed: readonly { what: string }[],
): string[] {
  const asked = confirmed.filter(({ what }) => what === "alert-asked").length;
  const touched = confirmed.flatMap((each) =>
    each.what === "alert-changed" && "id" in each ? [String(each.id)] : [],
  );
  const wrong: string[] = [];
  const { added, changed, removed } = changes.alerts;
  if (added.length > asked) wrong.push(`${added.length} alerts added, asked: ${asked}`);
  // One button erases all alerts of an address.
  const emails = new Set(touched.map((id) => before.get(id)?.more));
  for (const { id } of changed) if (!touched.includes(id)) wrong.push(`alert ${id} changed`);
  for (const { id, more } of removed) {
    // A request may take the place of an older one that nobody confirmed.
    if (asked === 0 && !emails.has(more)) wrong.push(`alert ${id} removed`);
  }
  const isOfAlert = ({ more }: Row) => more === "alert";
  const letters = changes.outbox.added.filter(isOfAlert).length;
  if (letters > asked) wrong.push(`${letters} letters of alerts, asked: ${asked}`);
  if (changes.outbox.removed.some(isOfAlert) && asked + touched.length === 0) {
    wrong.push("letters of alerts removed");
  }
  return wrong;
}
