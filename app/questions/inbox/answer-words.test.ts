import { expect, test } from "vitest";
import { describeAnswers } from "./answer-words.ts";

test.each([
  [{ kind: "saved", at: new Date() } as const, true, "good", "Pronto! Avisamos quem perguntou."],
  [
    { kind: "waiting" } as const,
    false,
    "bad",
    "Sem internet: 1 resposta esperando. Enviamos quando a conexão voltar.",
  ],
  [
    { kind: "refused", message: "Esta pergunta não existe mais." } as const,
    true,
    "bad",
    "Não enviado: Esta pergunta não existe mais.",
  ],
])("%j says what becomes of the answers", (status, isOnline, tone, text) => {
  const pending = new Map(status.kind === "waiting" ? [["a", "livre" as const]] : []);
  expect(describeAnswers({ status, pending }, isOnline)).toEqual({ tone, text });
});
