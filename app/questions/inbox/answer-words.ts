import type { QueueState } from "../../site/waiting/change-queue.ts";
import { describeUnsent, type Said } from "../../site/waiting/queue-words.ts";
import { countOf } from "../../ui/words.ts";
import type { QuestionAnswer } from "../question.ts";

/** Says what became of the answers given here; "" before the first. */
export function describeAnswers(
  { status, pending }: Pick<QueueState<QuestionAnswer, null>, "status" | "pending">,
  isOnline: boolean,
): Said {
  switch (status.kind) {
    case "idle":
      return { tone: "good", text: "" };
    case "saving":
      return { tone: "busy", text: "Enviando..." };
    case "saved":
      return { tone: "good", text: "Pronto! Avisamos quem perguntou." };
    default: {
      const waiting = countOf(pending.size, "resposta");
      const words = { failed: "Não enviado", later: "Enviamos", waiting };
      return describeUnsent(status, words, isOnline);
    }
  }
}
