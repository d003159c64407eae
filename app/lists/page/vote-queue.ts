import { abortAfter } from "../../site/abort-after.ts";
import { ChangeQueue, type SendOutcome } from "../../site/waiting/change-queue.ts";
import { browserStorage } from "../../site/waiting/use-queue-state.ts";
import { type GroupList, isListCode, votesPath, wordOf } from "../group-list.ts";

/** True to want a listing, false to reject it, null to take the vote back. */
export type OwnVote = boolean | null;

/** Votes by listing id; the answer is the list with them, null until there is one. */
export type VoteQueue = ChangeQueue<OwnVote, GroupList | null>;

/** As in `watch-unsaved.ts`, which loads the code that sends votes left behind. */
const keyPrefix = "mardeminas.votos.";

export function openVoteQueue(code: string, options?: { keepsRefused: boolean }): VoteQueue {
  return new ChangeQueue<OwnVote, GroupList | null>({
    ...options,
    answer: null,
    storage: browserStorage(),
    key: keyPrefix + code,
    readValue: (stored) => (typeof stored === "boolean" ? stored : null),
    send: (votes) => sendVotes(code, votes),
  });
}

/** Codes of the lists with votes that wait in this browser. */
export function listWaitingVotes(): string[] {
  return Object.keys(browserStorage() ?? {}).flatMap((key) => {
    const code = key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : "";
    return isListCode(code) ? [code] : [];
  });
}

/** Drops the votes on a list that no longer exists. */
export function dropVotes(code: string): void {
  browserStorage()?.removeItem(keyPrefix + code);
}

const timeoutMs = 20_000;

async function sendVotes(
  code: string,
  votes: ReadonlyMap<string, OwnVote>,
): Promise<SendOutcome<GroupList>> {
  const entries = [...votes].map(([postId, quer]) => [postId, wordOf(quer)]);
  const response = await fetch(votesPath(code), {
    method: "POST",
    body: new URLSearchParams(entries),
    // Whoever leaves at once has voted, too.
    keepalive: true,
    signal: abortAfter(timeoutMs),
  });
  if (response.status >= 500 || response.status === 408 || response.status === 429) {
    return { kind: "away" };
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer) return { kind: "saved", answer: answer.list };
  const message: unknown = answer?.message;
  // A captive portal's page answers nothing, either.
  return typeof message === "string" ? { kind: "refused", message } : { kind: "away" };
}
