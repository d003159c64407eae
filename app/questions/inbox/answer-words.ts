import type { QueueState } from "../../site/waiting/change-queue.ts";
import { countOf } from "../../ui/words.ts";
import type { QuestionAnswer } from "../question.ts";

/** Says what became of the answers given here; "" before the first. */
export function describeAnswers(
  { status, pending }: Pick<QueueState<QuestionAnswer, null>, "status" | "pending">,
  isOnline: boolean,
): { tone: "good" | "busy" | "bad"; text: string } {
  const waiting = countOf(pending.size, "resposta");
  switch (status.kind) {
    case "idle":
      return { tone: "good", text: "" };
    case "saving":
      return { tone: "busy", text: "Enviando..." };
    case "saved":
      return { tone: "good", text: "Pronto! Avisamos quem perguntou." };
    case "waiting":
      return isOnline
        ? { tone: "bad", text: `Não enviado: ${waiting} esperando. Vamos tentar de novo.` }
        : {
            tone: "bad",
            text: `Sem internet: ${waiting} esperando. Enviamos quando a conexão voltar.`,
          };
    case "logged-out":
      return {
        tone: "bad",
        text: `Não enviado: entre de novo. ${waiting} esperando neste aparelho.`,
      };
    case "intercepted":
      return {
        tone: "bad",
        text: `Não enviado: a conexão recusou o pedido. ${waiting} esperando neste aparelho.`,
      };
    case "refused":
      return { tone: "bad", text: `Não enviado: ${status.message}` };
  }
}
