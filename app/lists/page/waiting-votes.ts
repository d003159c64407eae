import { listPath } from "../group-list.ts";
import { listWaitingVotes, openVoteQueue } from "./vote-queue.ts";

const sending = new Set<string>();

/** Sends votes from any page; a list's page sends its own, and says why one was refused. */
export function sendWaitingVotes(): void {
  for (const code of listWaitingVotes()) {
    if (sending.has(code) || location.pathname === listPath(code)) continue;
    sending.add(code);
    const queue = openVoteQueue(code, { keepsRefused: true });
    addEventListener("online", () => void queue.flush());
    void queue.flush();
  }
}
