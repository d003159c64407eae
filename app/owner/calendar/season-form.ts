import * as z from "zod/mini";
import { civilDate, daysFrom, parseCivilDate } from "../../calendar/civil-date.ts";
import { maxNights } from "../../calendar/stays.ts";
import { formatAmount } from "../../prices/money.ts";
import { parseReais } from "../../prices/read-reais.ts";
import type { Season } from "../../prices/seasons.ts";
import { parseForm } from "../../ui/forms/parse-form.ts";
import { singleLineCheck } from "../../ui/forms/text-rules.ts";

const seasonFields = ["temporada", "de", "ate", "valorFds", "valorDiaria", "minimoNoites"] as const;

export type SeasonField = (typeof seasonFields)[number];

export type SeasonInput = Pick<Season, SeasonField>;

/** A leap year. */
const maxSeasonNights = 366;

/** `read` returns undefined for a text it rejects; the text comes trimmed. */
function control<Value>(read: (text: string) => Value | undefined, message: string) {
  return z.transform((raw: unknown, context): Value => {
    const value = read(typeof raw === "string" ? raw.trim() : "");
    if (value !== undefined) return value;
    context.issues.push({ code: "custom", input: raw, message });
    return z.NEVER;
  });
}

/** Date inputs send `YYYY-MM-DD`; browsers without them send the text typed. */
function readDate(text: string): string | undefined {
  const [, year, month, day] = /^(20\d{2})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  return (
    (year ? civilDate(Number(year), Number(month), Number(day)) : parseCivilDate(text)) ?? undefined
  );
}

function readPrice(text: string): string | null | undefined {
  return text === "" ? null : (parseReais(text) ?? undefined);
}

function readMinimum(text: string): number | null | undefined {
  if (text === "") return null;
  const count = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= maxNights ? count : undefined;
}

const price = z.pipe(
  control(readPrice, "Escreva o valor em reais, como 1.350 ou 1.350,50."),
  z
    .nullable(z.string())
    .check(
      z.refine((amount) => amount !== "0", "Escreva um valor maior que zero, ou deixe em branco."),
    ),
);

const seasonSchema = z
  .object({
    temporada: z.pipe(
      control((text) => text || undefined, "Dê um nome à temporada, como Réveillon."),
      z
        .string()
        .check(
          z.maxLength(60, "O nome passa de 60 caracteres. Use um mais curto."),
          singleLineCheck,
        ),
    ),
    de: control(readDate, "Escolha a primeira noite."),
    ate: control(readDate, "Escolha o dia da saída."),
    valorFds: price,
    valorDiaria: price,
    minimoNoites: control(readMinimum, `Use um número inteiro, de 1 a ${maxNights}.`),
  })
  .check(
    z.refine(({ de, ate }) => ate > de, {
      path: ["ate"],
      message: "A saída precisa ser depois da primeira noite.",
    }),
    z.refine(({ de, ate }) => daysFrom(de, ate) <= maxSeasonNights, {
      path: ["ate"],
      message: `Uma temporada tem até ${maxSeasonNights} noites. Divida em duas ou mais.`,
    }),
    z.refine(({ valorFds, valorDiaria }) => valorFds !== null || valorDiaria !== null, {
      path: ["valorDiaria"],
      message: "Informe pelo menos um dos preços.",
    }),
  );

export function parseSeason(formData: FormData, day: string) {
  // Past seasons are not listed, and don't count against the limit.
  const schema = seasonSchema.check(
    z.refine(({ ate }) => ate > day, {
      path: ["ate"],
      message: "Essas datas já passaram. Escolha uma saída depois de hoje.",
    }),
  );
  return parseForm<SeasonInput, SeasonField>(formData, seasonFields, schema);
}

export function seasonValues(season: SeasonInput): Record<SeasonField, string> {
  const { temporada, de, ate, valorFds, valorDiaria, minimoNoites } = season;
  return {
    temporada,
    de,
    ate,
    valorFds: valorFds === null ? "" : formatAmount(valorFds),
    valorDiaria: valorDiaria === null ? "" : formatAmount(valorDiaria),
    minimoNoites: minimoNoites === null ? "" : String(minimoNoites),
  };
}
