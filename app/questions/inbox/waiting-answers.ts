import { listWaitingAnswers } from "../../ui/forms/form-drafts.ts";
import { openAnswerQueue } from "./answer-queue.ts";

const sending = new Set<string>();

/** Sends answers from any page; /perguntas sends its own, and says why one was refused. */
export function sendWaitingAnswers(): void {
  for (const { key } of listWaitingAnswers()) {
    if (sending.has(key) || location.pathname === "/perguntas") continue;
    sending.add(key);
    // Another account's answers are left to its own page.
    const queue = openAnswerQueue(key, { keepsRefused: true });
    addEventListener("online", () => void queue.flush());
    void queue.flush();
  }
}
