import * as z from "zod/mini";
import { civilDate, daysFrom, parseCivilDate } from "../../domain/calendar/civil-date.ts";
import { maxNights } from "../../domain/calendar/stays.ts";
import { formatAmount, parseReais } from "../../domain/prices/money.ts";
import type { Rates, Season } from "../../domain/prices/seasons.ts";
import { parseForm } from "../../platform/ui/forms/parse-form.ts";
import { singleLineCheck } from "../../platform/ui/forms/text-rules.ts";

const seasonFields = [
  "temporada",
  "de",
  "ate",
  "valorFds",
  "valorDiaria",
  "pacote",
  "minimoNoites",
] as const;

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

function hasRates({ valorFds, valorDiaria }: Rates): boolean {
  return valorFds !== null || valorDiaria !== null;
}

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
    pacote: price,
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
    z.refine((prices) => prices.pacote === null || !hasRates(prices), {
      path: ["pacote"],
      message:
        "O pacote tem um preço só. Deixe em branco o do final de semana e o da noite, ou apague este.",
    }),
    z.refine(({ pacote, minimoNoites }) => pacote === null || minimoNoites === null, {
      path: ["minimoNoites"],
      message: "O pacote já pede o período todo. Deixe o mínimo em branco.",
    }),
    // Longer stays can't be asked for.
    z.refine(({ pacote, de, ate }) => pacote === null || daysFrom(de, ate) <= maxNights, {
      path: ["ate"],
      message: `Um pacote tem até ${maxNights} noites.`,
    }),
  );

/** Fields that each way to sell hides, which are ignored. */
const hidden = new Map<unknown, readonly string[]>([
  ["noite", ["pacote"]],
  ["pacote", ["valorFds", "valorDiaria", "minimoNoites"]],
]);

export function parseSeason(sent: FormData, day: string) {
  const forma = sent.get("forma");
  const left = hidden.get(forma) ?? [];
  const formData = new FormData();
  for (const [name, value] of sent) if (!left.includes(name)) formData.append(name, value);
  const schema = seasonSchema.check(
    z.refine((prices) => prices.pacote !== null || hasRates(prices), {
      path: [forma === "pacote" ? "pacote" : "valorDiaria"],
      message: "Informe o preço.",
    }),
    // Past seasons are not listed, and don't count against the limit.
    z.refine(({ ate }) => ate > day, {
      path: ["ate"],
      message: "Essas datas já passaram. Escolha uma saída depois de hoje.",
    }),
  );
  return parseForm<SeasonInput, SeasonField>(formData, seasonFields, schema);
}

export function seasonValues(season: SeasonInput): Record<SeasonField, string> {
  const { temporada, de, ate, valorFds, valorDiaria, pacote, minimoNoites } = season;
  const written = (amount: string | null) => (amount === null ? "" : formatAmount(amount));
  return {
    temporada,
    de,
    ate,
    valorFds: written(valorFds),
    valorDiaria: written(valorDiaria),
    pacote: written(pacote),
    minimoNoites: minimoNoites === null ? "" : String(minimoNoites),
  };
}
