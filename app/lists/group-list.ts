import type { Stay } from "../calendar/stays.ts";
import type { ListingSummary } from "../listings/listing.ts";
import type { Absence } from "../listings/missing/absence.ts";
import { enumerate } from "../ui/words.ts";

export const maxItems = 30;
export const maxMembers = 40;

export interface Vote {
  nome: string;
  /** True for 'Quero esta', false for 'Não quero'. */
  quer: boolean;
  /** Given before the list had its dates of today. */
  isForOtherDates: boolean;
}

export interface ListItem {
  postId: string;
  /** If visitors no longer see the listing, its title when it was added. */
  title: string;
  /** Null if visitors don't see the listing. */
  listing: ListingSummary | null;
  /** Why visitors don't see the listing; null if they do. */
  absence: Absence | null;
  votes: Vote[];
}

export interface RemovedItem extends Pick<ListItem, "postId" | "title"> {
  /** Id of the listing before which it stood; null at the end. */
  before: string | null;
}

interface DatesChange {
  /** The member who changed the dates; null if unknown, or no longer in the list. */
  nome: string | null;
  former: Stay;
}

interface ListViewer {
  /** Name on the list; null before joining. */
  nome: string | null;
  isCreator: boolean;
}

export interface GroupList {
  code: string;
  nome: string;
  entrada: string | null;
  saida: string | null;
  pessoas: number | null;
  /** Null if the list has no dates, and once the check-in day has passed. */
  stay: Stay | null;
  /** The last time that dates were replaced; null if they never were. */
  datesChange: DatesChange | null;
  /** Items in the order they were added. */
  items: ListItem[];
  /** Items taken off lately. */
  removed: RemovedItem[];
  /** Names, in the order they joined. */
  members: string[];
  /** The creator's name; null until they join. */
  host: string | null;
  viewer: ListViewer;
}

/** Whether the viewer may take ads off the list, and change its name, dates and people. */
export function mayEdit({ viewer }: GroupList): boolean {
  return viewer.nome !== null || viewer.isCreator;
}

export function listPath(code: string): string {
  return `/lista/${code}`;
}

export function isListCode(text: string): boolean {
  return /^[\w-]{22}$/.test(text);
}

/** Votes that a listing needs to be the group's choice. */
const minVotesForChoice = 2;

/**
 * 'O grupo prefere': wanted by at least two members, by more than reject it, and by more than any
 * other listing. Listings that are gone can't be chosen.
 */
export function findChoice(items: readonly ListItem[]): ListItem | null {
  const ranked = items
    .filter(({ listing }) => listing !== null)
    .map((item) => ({ item, ...countVotes(item.votes) }))
    .sort((one, other) => other.wanted - one.wanted);
  const [first, second] = ranked;
  if (!first || first.wanted < minVotesForChoice || first.wanted <= first.rejected) return null;
  return second && second.wanted === first.wanted ? null : first.item;
}

export function countVotes(votes: readonly Vote[]): { wanted: number; rejected: number } {
  const wanted = votes.filter(({ quer }) => quer).length;
  return { wanted, rejected: votes.length - wanted };
}

/**
 * Tells whose votes are missing: of the members, since nobody knows who else will join, on any house, and
 * for the list's dates of today.
 */
export function describeTurnout(members: readonly string[], items: readonly ListItem[]): string {
  const houses = items.filter(({ listing }) => listing !== null);
  if (houses.every(({ votes }) => votes.length === 0)) return "Ninguém votou ainda";
  const missing = members.filter((nome) => !houses.every(({ votes }) => hasVote(votes, nome)));
  const [one, other, ...more] = missing;
  const joined = `dos ${inWords(members.length)} que entraram`;
  if (more.length > 0 && missing.length === members.length) return `Faltam votos ${joined}`;
  if (more.length > 0) return `Faltam votos de ${inWords(missing.length)} ${joined}`;
  if (one) return `Faltam votos de ${enumerate(other ? [one, other] : [one])}`;
  if (members.length === 1) return `${members[0]} já votou em tudo`;
  return `Os ${inWords(members.length)} que entraram já votaram em tudo`;
}

function hasVote(votes: readonly Vote[], voter: string): boolean {
  return votes.some(({ nome, isForOtherDates }) => nome === voter && !isForOtherDates);
}

const maleNumbers = ["dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez"];

export const femaleNumbers = ["duas", ...maleNumbers.slice(1)];

/** Spells out numbers from two to ten; larger ones stay in digits. */
export function inWords(count: number, words: readonly string[] = maleNumbers): string {
  return words[count - 2] ?? String(count);
}

/** What a vote's button sends. */
export type VoteWord = "quero" | "nao-quero" | "nenhum";

const votesByWord: Readonly<Record<VoteWord, boolean | null>> = {
  quero: true,
  "nao-quero": false,
  nenhum: null,
};

/** Returns null for a vote taken back, and undefined for what is no vote. */
export function readVote(word: unknown): boolean | null | undefined {
  return Object.entries(votesByWord).find(([known]) => known === word)?.[1];
}

/** True to want a listing, false to reject it, null to take the vote back. */
export function wordOf(quer: boolean | null): VoteWord {
  return quer === null ? "nenhum" : quer ? "quero" : "nao-quero";
}
