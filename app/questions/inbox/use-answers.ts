import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { QueueState } from "../../site/waiting/change-queue.ts";
import { useQueueState } from "../../site/waiting/use-queue-state.ts";
import { waitingAnswersKey } from "../../ui/forms/form-drafts.ts";
import type { QuestionAnswer } from "../question.ts";
import { openAnswerQueue } from "./answer-queue.ts";
import { sendWaitingAnswers } from "./waiting-answers.ts";

export interface OwnAnswers {
  state: QueueState<QuestionAnswer, null>;
  give: (id: string, answer: QuestionAnswer) => void;
  retry: () => void;
}

/** Sends answers, which wait in the browser while the site can't be reached, and then reads the list again. */
export function useAnswers(uid: string): OwnAnswers {
  const { revalidate } = useRevalidator();
  const [queue] = useState(() => openAnswerQueue(waitingAnswersKey(uid)));
  const state = useQueueState(queue, null);
  const { kind } = state.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer that arrived or was refused
  useEffect(() => {
    if (kind === "saved" || kind === "refused") revalidate();
  }, [state.status]);
  useEffect(() => () => void setTimeout(sendWaitingAnswers), []);
  return {
    state,
    give: (id, answer) => queue.change([id], answer),
    retry: () => void queue.flush(),
  };
}
