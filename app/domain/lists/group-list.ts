import type { Stay } from "../calendar/stays.ts";
import type { ListingSummary } from "../listings/listing.ts";
import type { Absence } from "../listings/missing/absence.ts";

export const maxItems = 30;
export const maxMembers = 40;

export interface Vote {
  nome: string;
  /** True for 'Quero esta', false for 'Não quero'. */
  quer: boolean;
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
  /** Items in the order they were added. */
  items: ListItem[];
  /** Names, in the order they joined. */
  members: string[];
  viewer: ListViewer;
}

/** True if the viewer may take ads off the list, and change its name, dates and people. */
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

/** The values that a vote's button sends. */
export type VoteWord = "quero" | "nao-quero" | "nenhum";

const votesByWord: Readonly<Record<VoteWord, boolean | null>> = {
  quero: true,
  "nao-quero": false,
  nenhum: null,
};

/** Returns null for a vote taken back, and undefined for anything that is no vote. */
export function readVote(word: unknown): boolean | null | undefined {
  return Object.entries(votesByWord).find(([known]) => known === word)?.[1];
}

/** True to want a listing, false to reject it, null to take the vote back. */
export function wordOf(quer: boolean | null): VoteWord {
  return quer === null ? "nenhum" : quer ? "quero" : "nao-quero";
}
