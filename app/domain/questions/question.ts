import { formatPeople, formatStayInFull, type Stay } from "../calendar/stays.ts";
import { writeInquiry } from "../listings/inquiry.ts";

/** The advertiser's answers, as their buttons say them. */
export const answerLabels = {
  livre: "Está livre",
  ocupado: "Está ocupado",
  respondido: "Já respondi",
} as const;

export type QuestionAnswer = keyof typeof answerLabels;

export const answers = Object.keys(answerLabels) as QuestionAnswer[];

export function readAnswer(text: string | null): QuestionAnswer | null {
  return answers.find((answer) => answer === text) ?? null;
}

const suggested = {
  undated: "Olá! Gostaria de mais informações.",
  dated: "Olá! Está livre nessas datas?",
  taken: "Olá! No site há noites ocupadas nessas datas: podem vagar?",
};

/** The form's question unless the visitor writes another; the dates are beside it. */
export function suggestMessage(stay: Stay | null, isTaken: boolean): string {
  return stay ? (isTaken ? suggested.taken : suggested.dated) : suggested.undated;
}

export const suggestedMessages: readonly string[] = Object.values(suggested);

export interface AskedStay {
  entrada: string | null;
  saida: string | null;
}

export function stayOf({ entrada, saida }: AskedStay): Stay | null {
  return entrada && saida ? { checkIn: entrada, checkOut: saida } : null;
}

export type AskedInquiry = AskedStay & { pessoas: number | null };

/** The question's dates and people as query parameters of an ad or a search. */
export function askedInquiry(question: AskedInquiry) {
  return writeInquiry({ stay: stayOf(question), people: question.pessoas });
}

/** Words such as "11/12/2026 a 13/12/2026 (2 noites), 4 pessoas"; "" without dates and people. */
export function describeInquiry(question: AskedInquiry): string {
  const stay = stayOf(question);
  const { pessoas } = question;
  return [stay && formatStayInFull(stay), pessoas !== null && formatPeople(pessoas)]
    .filter(Boolean)
    .join(", ");
}
