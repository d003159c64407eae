import type { FieldName } from "../../domain/listings/fields.ts";
import type { Position } from "../../domain/region/position.ts";
import { questionAbout } from "../../domain/region/read-position.ts";
import { isMobile } from "../../platform/ui/forms/phone.ts";
import { countOf } from "../../platform/ui/words.ts";

interface Question {
  field: FieldName;
  /** Returns the question; null if the values need no confirmation. */
  ask: (values: Record<string, unknown>) => string | null;
  /** Asked before publishing, and never of an ad that exists. */
  isForNew?: true;
}

/** Keyed by the checkbox that confirms the values; the answers are not stored. */
export const questions = {
  mapaFora: {
    field: "mapa",
    ask: ({ mapa }) => (mapa ? questionAbout(mapa as Position) : null),
  },
  maisSuites: {
    field: "QuantidadeTotalQuartosSuites",
    ask: (values) =>
      questionAboutSuites(values.QuantidadeTotalQuartos, values.QuantidadeTotalQuartosSuites),
  },
  mesmoTitulo: {
    field: "title",
    ask: ({ title, modeloTitulo }) =>
      typeof modeloTitulo === "string" && modeloTitulo !== "" && isSameTitle(title, modeloTitulo)
        ? `“${modeloTitulo}” já é o título do outro anúncio. Dê a esta casa o nome dela, ou confirme abaixo.`
        : null,
    isForNew: true,
  },
  semWhatsapp: {
    field: "whatsapp",
    ask: ({ telefone, whatsapp }) =>
      !whatsapp && isMobile(String(telefone))
        ? "Publicar sem WhatsApp? É por ele que quase todo hóspede chama. Ligue acima, ou confirme abaixo."
        : null,
    isForNew: true,
  },
} as const satisfies Record<string, Question>;

function isSameTitle(one: unknown, other: string): boolean {
  const plain = (title: string) => title.trim().replace(/\s+/g, " ").toLowerCase();
  return typeof one === "string" && plain(one) === plain(other);
}

function questionAboutSuites(rooms: unknown, suites: unknown): string | null {
  if (typeof rooms !== "number" || typeof suites !== "number" || suites <= rooms) return null;
  return `${suites === 1 ? "É" : "São"} ${describeSuites(rooms, suites)}? Suítes também contam como quartos. Corrija, ou confirme abaixo.`;
}

/** Words such as "3 suítes com 2 quartos". */
export function describeSuites(rooms: number, suites: number): string {
  return `${countOf(suites, "suíte")} com ${countOf(rooms, "quarto")}`;
}

export type ConfirmationName = keyof typeof questions;

export const confirmationNames = Object.keys(questions) as ConfirmationName[];

/** Names of the questions that an edit isn't asked. */
export const answeredByPublishing = confirmationNames.filter(
  (name) => "isForNew" in questions[name],
);
