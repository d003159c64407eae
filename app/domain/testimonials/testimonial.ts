import { monthName, monthOf } from "../calendar/month.ts";

export const minTextLength = 20;
export const maxTextLength = 1000;
export const maxNameLength = 40;
export const maxReplyLength = 1000;

/** Days for which what nobody confirmed is kept. */
export const unconfirmedDays = 14;

/** Testimonials from which on an ad has an average. */
const minAveraged = 3;

export const ratings = [1, 2, 3, 4, 5] as const;

export const ratingWords: Record<(typeof ratings)[number], string> = {
  1: "Muito ruim",
  2: "Ruim",
  3: "Regular",
  4: "Bom",
  5: "Ótimo",
};

/** A testimonial as shown to visitors. */
export interface Testimonial {
  id: string;
  entrada: string;
  nome: string;
  nota: number;
  texto: string;
  resposta: string | null;
}

/** Returns the first name, with its title. The form asks for no more, but some guests give their full name. */
export function firstNameOf(nome: string): string {
  const form = /^(?:(?:dona|seu|d\.|(?:sr|dr|prof)a?\.?)\s+)?[^\s,]+/i;
  return form.exec(nome.trim())?.[0] ?? nome;
}

/** Words such as "Esteve aqui em outubro de 2026". */
export function describeVisit({ entrada }: { entrada: string }): string {
  return `Esteve aqui em ${monthName(monthOf(entrada))}`;
}

/** Words such as "4,7 de 5, 3 depoimentos"; null for too few to have an average. */
export function describeAverage(count: number, average: number): string | null {
  if (count < minAveraged) return null;
  return `${average.toFixed(1).replace(".", ",")} de 5, ${count} depoimentos`;
}

export function formatRating(nota: number): string {
  return `Nota ${nota} de 5`;
}

export function reportPath(postId: string, id: string): string {
  return `/posts/${postId}/denunciar?depoimento=${id}`;
}

export const notSaved = "Não conseguimos guardar. Tente de novo em instantes.";
