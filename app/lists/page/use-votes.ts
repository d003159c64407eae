import { useCallback, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useQueueState } from "../../site/waiting/use-queue-state.ts";
import { findChoice, type GroupList } from "../group-list.ts";
import { useFreshList } from "./use-fresh-list.ts";
import { type OwnVote, openVoteQueue } from "./vote-queue.ts";
import { sendWaitingVotes } from "./waiting-votes.ts";

export interface OwnVotes {
  /** Votes on their way, by listing id. */
  pending: ReadonlyMap<string, OwnVote>;
  /** Why the last vote didn't count; null if it did. */
  refusal: string | null;
  isWaiting: boolean;
  vote: (postId: string, quer: OwnVote) => void;
}

/**
 * Sends votes, which wait in the browser while the site can't be reached. Returns the list as last
 * read, be it by the page, in the answer to a vote, or again while the page stayed open.
 */
export function useVotes(read: GroupList): { list: GroupList; own: OwnVotes } {
  const { code } = read;
  const { revalidate } = useRevalidator();
  const [queue] = useState(() => openVoteQueue(code));
  const { status, pending, answer } = useQueueState(queue, null);
  const [answered, setAnswered] = useState({ answer, read });
  if (answered.answer !== answer) setAnswered({ answer, read });
  const list = answered.read === read && answer ? answer : read;
  const isRefused = status.kind === "refused";
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each refusal
  useEffect(() => {
    if (isRefused) revalidate();
  }, [status]);
  useEffect(() => () => void setTimeout(sendWaitingVotes), []);
  const keepFocus = useKeptFocus(findChoice(list.items)?.postId);
  useFreshList(read, queue, keepFocus);
  return {
    list,
    own: {
      pending,
      refusal: isRefused ? status.message : null,
      isWaiting: status.kind === "waiting",
      vote: (postId, quer) => {
        keepFocus();
        queue.change([postId], quer);
      },
    },
  };
}

/**
 * Keeps the focus in a listing, and on its vote's button, when it becomes the group's choice or no longer
 * is. Call the function before a change.
 */
function useKeptFocus(choiceId: string | undefined): () => void {
  const kept = useRef<{ itemId: string; index: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice moves the buttons
  useEffect(() => {
    if (!kept.current || document.activeElement !== document.body) return;
    const { itemId, index } = kept.current;
    const item = document.getElementById(itemId);
    const button = buttonsOf(item)[index];
    (button ?? item?.querySelector<HTMLElement>(":is(h2, h3) a"))?.focus();
  }, [choiceId]);
  return useCallback(() => {
    const item = document.activeElement?.closest('[id^="anuncio-"]') ?? null;
    const index = buttonsOf(item).indexOf(document.activeElement as HTMLElement);
    kept.current = item && { itemId: item.id, index };
  }, []);
}

function buttonsOf(item: Element | null): HTMLElement[] {
  return [...(item?.querySelectorAll<HTMLElement>("button[name=voto]") ?? [])];
}
