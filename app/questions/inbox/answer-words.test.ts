import { expect, test } from "vitest";
import { describeAnswers } from "./answer-words.ts";

const pending = new Map([["a", "livre" as const]]);
const none = new Map<string, "livre">();

test.each([
  [{ kind: "idle" } as const, none, true, "good", ""],
  [{ kind: "saving" } as const, pending, true, "busy", "Enviando..."],
  [
    { kind: "saved", at: new Date() } as const,
    none,
    true,
    "good",
    "Pronto! Avisamos quem perguntou.",
  ],
  [
    { kind: "waiting" } as const,
    pending,
    true,
    "bad",
    "Não enviado: 1 resposta esperando. Vamos tentar de novo.",
  ],
  [
    { kind: "waiting" } as const,
    pending,
    false,
    "bad",
    "Sem internet: 1 resposta esperando. Enviamos quando a conexão voltar.",
  ],
  [
    { kind: "logged-out" } as const,
    pending,
    true,
    "bad",
    "Não enviado: entre de novo. 1 resposta esperando neste aparelho.",
  ],
  [
    { kind: "intercepted" } as const,
    pending,
    true,
    "bad",
    "Não enviado: a conexão recusou o pedido. 1 resposta esperando neste aparelho.",
  ],
  [
    { kind: "refused", message: "Esta pergunta não existe mais." } as const,
    none,
    true,
    "bad",
    "Não enviado: Esta pergunta não existe mais.",
  ],
])("%j says what becomes of the answers", (status, waiting, isOnline, tone, text) => {
  expect(describeAnswers({ status, pending: waiting }, isOnline)).toEqual({ tone, text });
});
