import { abortAfter } from "../../site/abort-after.ts";
import { ChangeQueue, type SendOutcome } from "../../site/waiting/change-queue.ts";
import { browserStorage } from "../../site/waiting/use-queue-state.ts";
import { type QuestionAnswer, readAnswer } from "../question.ts";

/** Answers by question id; one that storage garbled is "respondido", which promises nothing. */
export type AnswerQueue = ChangeQueue<QuestionAnswer, null>;

export function openAnswerQueue(
  key: string,
  options?: { keepsRefused?: boolean; waits?: readonly number[] },
): AnswerQueue {
  return new ChangeQueue<QuestionAnswer, null>({
    ...options,
    answer: null,
    storage: browserStorage(),
    key,
    readValue: (stored) => readAnswer(String(stored)) ?? "respondido",
    send: sendAnswers,
  });
}

const timeoutMs = 20_000;

async function sendAnswers(
  answers: ReadonlyMap<string, QuestionAnswer>,
): Promise<SendOutcome<null>> {
  const response = await fetch("/perguntas/respostas", {
    method: "POST",
    body: new URLSearchParams([...answers]),
    // Visitors are redirected to the login page, which would answer 200.
    redirect: "manual",
    // Whoever leaves at once has answered, too.
    keepalive: true,
    signal: abortAfter(timeoutMs),
  });
  if (response.type === "opaqueredirect") return { kind: "logged-out" };
  if (response.status >= 500 || response.status === 408 || response.status === 429) {
    return { kind: "away" };
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer?.ok === true) return { kind: "saved", answer: null };
  const message: unknown = answer?.message;
  return typeof message === "string" ? { kind: "refused", message } : { kind: "intercepted" };
}
