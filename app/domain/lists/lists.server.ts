import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { listItems, listMembers, lists, listVotes } from "../../platform/db/list-schema.ts";
import { findTakenNights } from "../calendar/taken-nights.server.ts";
import { listAbsent } from "../listings/hidden-listings.server.ts";
import { listById } from "../listings/listings.server.ts";
import { offerStay } from "../listings/offers/stay-offers.server.ts";
import { type GroupList, isListCode, type ListItem } from "./group-list.ts";
import type { ListPlan } from "./list-form.ts";

/** False for a list that nobody visited for a year. */
export function isVisited(day: string): SQL {
  return sql`${lists.lastVisitOn} >= ${expiry(day)}`;
}

export function isCurrent(code: string, day: string): SQL | undefined {
  return and(eq(lists.code, code), isVisited(day));
}

function expiry(day: string): SQL {
  return sql`(${day}::date - interval '1 year')::date`;
}

/** Finds a list; `keyHash` is that of the requester's key for it, or null. */
export async function findList(
  db: Db,
  code: string,
  keyHash: string | null,
  day: string,
): Promise<GroupList | null> {
  if (!isListCode(code)) return null;
  // All rows are of one snapshot, so that a vote never appears without its member.
  const rows = await db.transaction((tx) => readRows(tx, code, day), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
  if (!rows) return null;
  const { list, items, members, votes } = rows;
  const { nome, entrada, saida, pessoas } = list;
  const stay = entrada && saida && entrada >= day ? { checkIn: entrada, checkOut: saida } : null;
  const ids = items.map(({ postId }) => postId);
  const listings = await listById(db, ids);
  const absences = new Map((await listAbsent(db, ids)).map(({ id, absence }) => [id, absence]));
  const offerOf =
    stay &&
    (await offerStay(db, { stay, ids, day, takenAt: await findTakenNights(db, ids, stay) }));
  const shown = new Map(
    listings.map((one) => [one.id, { ...one, offer: offerOf?.(one) ?? null }] as const),
  );
  const votesOf = Map.groupBy(votes, ({ postId }) => postId);
  return {
    ...{ code, nome, entrada, saida, pessoas, stay },
    items: items.map(({ postId, title }): ListItem => {
      const listing = shown.get(postId) ?? null;
      return {
        postId,
        title: listing?.title ?? title,
        listing,
        absence: listing ? null : (absences.get(postId) ?? "deleted"),
        votes: (votesOf.get(postId) ?? []).map(({ nome, quer }) => ({ nome, quer })),
      };
    }),
    members: members.map(({ nome }) => nome),
    viewer: {
      nome: members.find((member) => member.keyHash === keyHash)?.nome ?? null,
      isCreator: list.creatorKeyHash === keyHash,
    },
  };
}

async function readRows(tx: Transaction, code: string, day: string) {
  const [list] = await tx.select().from(lists).where(isCurrent(code, day));
  if (!list) return null;
  const items = await tx
    .select({
      postId: listItems.postId,
      // Empty once the ad's account is deleted.
      title: sql<string>`coalesce(nullif(${listItems.title}, ''), 'Anúncio excluído')`,
    })
    .from(listItems)
    .where(and(eq(listItems.listCode, code), isNull(listItems.removedAt)))
    .orderBy(asc(listItems.createdAt), asc(listItems.postId));
  const members = await tx
    .select()
    .from(listMembers)
    .where(eq(listMembers.listCode, code))
    .orderBy(asc(listMembers.createdAt), asc(listMembers.id));
  const votes = await tx
    .select({
      postId: listVotes.postId,
      quer: listVotes.quer,
      nome: listMembers.nome,
    })
    .from(listVotes)
    .innerJoin(listMembers, eq(listMembers.id, listVotes.memberId))
    .where(eq(listVotes.listCode, code))
    .orderBy(asc(listMembers.createdAt), asc(listMembers.id));
  return { list, items, members, votes };
}

/** As /guardados names a list. */
export interface NamedList {
  code: string;
  nome: string;
  votes: number;
}

const maxNamed = 12;

/** Names those of these lists that still exist, the newest first. */
export async function nameLists(
  db: Db,
  codes: readonly string[],
  day: string,
): Promise<NamedList[]> {
  const known = codes.filter(isListCode).slice(0, maxNamed);
  if (known.length === 0) return [];
  const votes = db.$count(listVotes, eq(listVotes.listCode, lists.code));
  return db
    .select({ code: lists.code, nome: lists.nome, votes })
    .from(lists)
    .where(and(inArray(lists.code, known), isVisited(day)))
    .orderBy(desc(lists.createdAt));
}

/** Puts off the list's expiry, at most once a day. */
export async function recordListVisit(db: Db, code: string, day: string): Promise<void> {
  await db
    .update(lists)
    .set({ lastVisitOn: day })
    .where(and(eq(lists.code, code), lt(lists.lastVisitOn, day)));
}

/**
 * Deletes lists a year after their last visit, and what the previous version, which kept it for a day, took
 * off the others. Returns how many lists it deleted.
 */
export async function purgeLists(tx: Transaction, day: string): Promise<number> {
  await tx.delete(listItems).where(isNotNull(listItems.removedAt));
  const { rowCount } = await tx.delete(lists).where(sql`${lists.lastVisitOn} < ${expiry(day)}`);
  return rowCount ?? 0;
}

/** Returns null if there is no such list. */
export async function findPlan(
  db: Db,
  code: string,
): Promise<Pick<ListPlan, "entrada" | "saida"> | null> {
  if (!isListCode(code)) return null;
  const [plan] = await db
    .select({ entrada: lists.entrada, saida: lists.saida })
    .from(lists)
    .where(eq(lists.code, code));
  return plan ?? null;
}
