import { type Refusal, refuse } from "../../platform/web/refusal.ts";

const sentences = {
  notFound: "Não encontramos um calendário nesse endereço. Confira se ele foi copiado por inteiro.",
  notCalendar: "Esse endereço abre, mas não traz um calendário iCal que dê para ler.",
  tooSlow: "Esse calendário demorou demais para abrir.",
  tooLarge: "Esse calendário é grande demais para ler aqui.",
  refused: "O site recusou a leitura. Se o endereço mudou por lá, copie o novo.",
  notAllowed: "Esse endereço não é permitido. Use o link do calendário que o site oferece.",
  ours: "A leitura falhou do nosso lado. Vamos tentar de novo.",
} as const;

export type FeedProblem = keyof typeof sentences;

export type FeedRefusal = Refusal<FeedProblem>;

export function refuseFeed(reason: FeedProblem): FeedRefusal {
  return refuse(reason, sentences[reason]);
}

export function describeProblem(reason: string): string {
  return Object.hasOwn(sentences, reason) ? sentences[reason as FeedProblem] : sentences.ours;
}
