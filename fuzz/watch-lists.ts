import type { Confirmed } from "./watch.ts";

export interface Row {
  id: string;
  owner: string | null;
  hash: string;
  more: string | null;
}

export interface Diff {
  added: Row[];
  removed: Row[];
  changed: Row[];
}

export function diff(before: Map<string, Row>, after: Map<string, Row>): Diff {
  const rows = [...after.values()];
  return {
    added: rows.filter(({ id }) => !before.has(id)),
    removed: [...before.values()].filter(({ id }) => !after.has(id)),
    changed: rows.filter(({ id, hash }) => before.has(id) && before.get(id)?.hash !== hash),
  };
}

export function inRange(value: number, least: number, more: number): boolean {
  return value >= least && value <= least + more;
}

/** Tables of lists; their last column is the list's code. A visit alone changes `lastVisitOn`. */
export const listTables = {
  lists: `code, null, md5(concat_ws('|', nome, entrada, saida, pessoas, "creatorKeyHash", "closedAt")), code`,
  list_items: `"listCode" || "postId", null, md5((t.*)::text), "listCode"`,
  list_members: `id::text, null, md5((t.*)::text), "listCode"`,
  list_votes: `"memberId"::text || "postId", null, md5((t.*)::text), "listCode"`,
} as const;

/** Lists changes of shared lists that no response confirmed. */
export function findListChanges(
  changes: Record<keyof typeof listTables, Diff>,
  confirmed: readonly Confirmed[],
): string[] {
  const codesOf = (what: "list-created" | "list-changed") =>
    confirmed.flatMap((each) => (each.what === what ? [each.code] : [])).sort();
  const created = codesOf("list-created");
  const added = changes.lists.added.map(({ id }) => id).sort();
  const wrong =
    added.join() === created.join() ? [] : [`lists added: ${added}, confirmed: ${created}`];
  const touched = new Set([...created, ...codesOf("list-changed")]);
  for (const table of Object.keys(listTables) as (keyof typeof listTables)[]) {
    for (const { more } of Object.values(changes[table]).flat()) {
      if (!touched.has(more ?? "")) wrong.push(`${table} of list ${more} changed`);
    }
  }
  return wrong;
}
