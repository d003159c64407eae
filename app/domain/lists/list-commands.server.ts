import { randomBytes } from "node:crypto";
import { and, desc, eq, gte, inArray, isNotNull, isNull, notInArray, or, sql } from "drizzle-orm";
import type { Db, Transaction } from "../../platform/db/client.server.ts";
import { listItems, listMembers, lists, listVotes } from "../../platform/db/list-schema.ts";
import { posts } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { type Refusal, refuse } from "../../platform/web/refusal.ts";
import { isPublic } from "../accounts/visibility/visibility.server.ts";
import { isListCode, maxItems, maxMembers } from "./group-list.ts";
import { hashBrowserKey } from "./list-browser.server.ts";
import type { ListPlan } from "./list-form.ts";
import { isCurrent, isVisited } from "./lists.server.ts";

type Row = typeof lists.$inferSelect;

export interface ListCaller {
  code: string;
  /** The browser's secret; null if it has none. */
  key: string | null;
  day: string;
}

const noSuchList = refuse("not-found", "Esta lista não existe mais.", { status: 404 });
const creatorsOnly = refuse("forbidden", "Só quem criou a lista pode fazer isso.", { status: 403 });
const membersOnly = refuse("forbidden", "Entre com o seu nome antes de votar.", { status: 403 });
const membersPlan = refuse("forbidden", "Entre com o seu nome antes de mudar a lista.", {
  status: 403,
});
const membersRemove = refuse("forbidden", "Entre com o seu nome antes de tirar um anúncio.", {
  status: 403,
});
const goneFromList = refuse("invalid", "Alguém tirou esse anúncio da lista.");
const notPublic = refuse("invalid", "Esse anúncio não está no ar.");
const noListings = refuse("invalid", "Guarde pelo menos um anúncio antes de compartilhar.");
const fullList = refuse("invalid", `Uma lista leva até ${maxItems} anúncios. Tire algum antes.`);
const fullGroup = refuse("invalid", `O grupo já tem ${maxMembers} pessoas, e não cabe mais uma.`);

type Refused = Refusal<"not-found" | "forbidden" | "invalid" | "taken-name">;

/**
 * Creates a list of the public ones among these listings; there must be at least one. If this browser has already
 * made a list of some of them for the same stay, adds the others to it instead.
 */
export async function createList(
  db: Db,
  { key, day }: { key: string; day: string },
  plan: ListPlan,
  postIds: readonly string[],
): Promise<{ ok: true; code: string } | Refused> {
  const ids = [...new Set(postIds.filter(isUuid))];
  if (ids.length > maxItems) return fullList;
  const code = randomBytes(16).toString("base64url");
  return db.transaction(async (tx) => {
    const items = await listAddable(tx, ids);
    if (items.length === 0) return noListings;
    const made = (await listsAmong(tx, items, plan, day)).find((list) => isCreator(list, { key }));
    if (made) return addItems(tx, made.code, items);
    const creatorKeyHash = hashBrowserKey(code, key);
    await tx.insert(lists).values({ code, ...plan, creatorKeyHash, lastVisitOn: day });
    return addItems(tx, code, items);
  });
}

type Items = Awaited<ReturnType<typeof listAddable>>;

/** Lists of nothing but these houses, the longest first, whose dates haven't passed and are the plan's, if it has any. */
function listsAmong(tx: Transaction, items: Items, { entrada, saida }: ListPlan, day: string) {
  const houses = sql.param(items.map(({ postId }) => postId));
  const isSameStay = and(eq(lists.entrada, entrada ?? ""), eq(lists.saida, saida ?? ""));
  return tx
    .select({ code: lists.code, creatorKeyHash: lists.creatorKeyHash })
    .from(lists)
    .innerJoin(listItems, and(eq(listItems.listCode, lists.code), isNull(listItems.removedAt)))
    .where(
      and(
        isVisited(day),
        or(isNull(lists.entrada), gte(lists.entrada, day)),
        entrada ? isSameStay : undefined,
      ),
    )
    .groupBy(lists.code)
    .having(sql`array_agg(${listItems.postId}) <@ ${houses}::uuid[]`)
    .orderBy(desc(sql`count(*)`), desc(lists.createdAt));
}

/** Adds the houses that the list hasn't. */
async function addItems(tx: Transaction, code: string, items: Items) {
  await tx.select().from(lists).where(eq(lists.code, code)).for("update");
  await forgetRemoved(tx, code);
  const ids = items.map(({ postId }) => postId);
  const isOther = and(eq(listItems.listCode, code), notInArray(listItems.postId, ids));
  if ((await tx.$count(listItems, isOther)) + ids.length > maxItems) return fullList;
  await tx
    .insert(listItems)
    .values(items.map((item) => ({ listCode: code, ...item })))
    .onConflictDoNothing();
  return { ok: true, code } as const;
}

/** The previous version keeps ads that were taken off. */
async function forgetRemoved(tx: Transaction, code: string): Promise<void> {
  await tx
    .delete(listItems)
    .where(and(eq(listItems.listCode, code), isNotNull(listItems.removedAt)));
}

/** Lists what can be added, in the order of the ids. */
async function listAddable(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = await tx
    .select({ postId: posts.id, title: posts.title })
    .from(posts)
    .where(and(inArray(posts.id, [...ids]), isPublic));
  const rank = new Map(ids.map((id, index) => [id, index]));
  found.sort((one, other) => (rank.get(one.postId) ?? 0) - (rank.get(other.postId) ?? 0));
  // Rows of one statement share now(), by which lists are ordered.
  return found.map((item, index) => ({
    ...item,
    createdAt: sql`clock_timestamp() + ${index} * interval '1 microsecond'`,
  }));
}

/** Locks the list's row: its changes happen one after another. */
async function changeList<Result>(
  db: Db,
  { code, day }: ListCaller,
  change: (tx: Transaction, list: Row) => Promise<Result>,
): Promise<Result | Refused> {
  if (!isListCode(code)) return noSuchList;
  return db.transaction(async (tx) => {
    const [list] = await tx.select().from(lists).where(isCurrent(code, day)).for("update");
    if (!list) return noSuchList;
    return change(tx, list);
  });
}

type Done = { ok: true } | Refused;

/** Adds a member, or renames the one of this browser. Nobody bears another's name. */
export function joinList(
  db: Db,
  request: ListCaller & { key: string },
  nome: string,
): Promise<Done> {
  return changeList(db, request, async (tx, { code }) => {
    const keyHash = hashBrowserKey(code, request.key);
    const members = await tx.select().from(listMembers).where(eq(listMembers.listCode, code));
    const own = members.find((member) => member.keyHash === keyHash);
    const isSame = (other: string) => other.toLowerCase() === nome.toLowerCase();
    if (members.some((member) => member !== own && isSame(member.nome))) {
      return refuse(
        "taken-name",
        "Já tem alguém com esse nome aqui. Ponha um sobrenome ou um apelido.",
      );
    }
    if (own) {
      await tx.update(listMembers).set({ nome }).where(eq(listMembers.id, own.id));
      return { ok: true };
    }
    if (members.length >= maxMembers) return fullGroup;
    await tx.insert(listMembers).values({ listCode: code, nome, keyHash });
    return { ok: true };
  });
}

/** Deletes the member's name and votes. */
export function leaveList(db: Db, request: ListCaller): Promise<Done> {
  return changeList(db, request, async (tx, { code }) => {
    const member = await findMember(tx, code, request.key);
    if (member) await tx.delete(listMembers).where(eq(listMembers.id, member.id));
    return { ok: true };
  });
}

async function findMember(tx: Transaction, code: string, key: string | null) {
  if (key === null) return null;
  const [member] = await tx
    .select()
    .from(listMembers)
    .where(and(eq(listMembers.listCode, code), eq(listMembers.keyHash, hashBrowserKey(code, key))));
  return member ?? null;
}

/** Sets a vote; `quer` is null to take it back. */
export function voteOnListing(
  db: Db,
  request: ListCaller,
  postId: string,
  quer: boolean | null,
): Promise<Done> {
  return changeList(db, request, async (tx, { code }) => {
    const member = await findMember(tx, code, request.key);
    if (!member) return membersOnly;
    if (!(await isListed(tx, code, postId))) return goneFromList;
    const memberId = member.id;
    if (quer === null) {
      await tx
        .delete(listVotes)
        .where(and(eq(listVotes.memberId, memberId), eq(listVotes.postId, postId)));
      return { ok: true };
    }
    await tx
      .insert(listVotes)
      .values({ memberId, listCode: code, postId, quer })
      .onConflictDoUpdate({
        target: [listVotes.memberId, listVotes.postId],
        set: { quer, createdAt: sql`now()` },
      });
    return { ok: true };
  });
}

async function isListed(tx: Transaction, code: string, postId: string): Promise<boolean> {
  return isUuid(postId) && (await tx.$count(listItems, isItem(code, postId))) > 0;
}

function isItem(code: string, postId: string) {
  return and(eq(listItems.listCode, code), eq(listItems.postId, postId));
}

/** Adds a public listing; one already there stays as it is. */
export function addToList(db: Db, request: ListCaller, postId: string): Promise<Done> {
  return changeList(db, request, async (tx, { code }) => {
    await forgetRemoved(tx, code);
    if (await isListed(tx, code, postId)) return { ok: true };
    if ((await tx.$count(listItems, eq(listItems.listCode, code))) >= maxItems) return fullList;
    const [item] = isUuid(postId) ? await listAddable(tx, [postId]) : [];
    if (!item) return notPublic;
    await tx.insert(listItems).values({ listCode: code, ...item });
    return { ok: true };
  });
}

/** Takes a listing off the list, with its votes, which members and the creator may. */
export function removeFromList(db: Db, request: ListCaller, postId: string): Promise<Done> {
  return changeList(db, request, async (tx, list): Promise<Done> => {
    const { code } = list;
    const isMember = (await findMember(tx, code, request.key)) !== null;
    if (!isMember && !isCreator(list, request)) return membersRemove;
    if (isUuid(postId)) await tx.delete(listItems).where(isItem(code, postId));
    return { ok: true };
  });
}

function isCreator(
  { code, creatorKeyHash }: Pick<Row, "code" | "creatorKeyHash">,
  { key }: Pick<ListCaller, "key">,
): boolean {
  return key !== null && hashBrowserKey(code, key) === creatorKeyHash;
}

/** Changes name, dates and people, which members and the creator may. */
export function changePlan(db: Db, request: ListCaller, plan: ListPlan): Promise<Done> {
  return changeList(db, request, async (tx, list): Promise<Done> => {
    const { code } = list;
    const isMember = (await findMember(tx, code, request.key)) !== null;
    if (!isMember && !isCreator(list, request)) return membersPlan;
    await tx.update(lists).set(plan).where(eq(lists.code, code));
    return { ok: true };
  });
}

/** Deletes a list, which only its creator may. */
export function deleteList(db: Db, request: ListCaller): Promise<Done> {
  return changeList(db, request, async (tx, list): Promise<Done> => {
    if (!isCreator(list, request)) return creatorsOnly;
    await tx.delete(lists).where(eq(lists.code, list.code));
    return { ok: true };
  });
}
