import * as z from "zod/mini";
import { formatCivilDates, parseCivilDates } from "../calendar/civil-date.ts";
import {
  type ColumnValues,
  type FieldDefinition,
  type FieldName,
  fieldNames,
  listingFields,
} from "../listings/fields.ts";
import type { ListingInput, OwnListing } from "../listings/listing.ts";
import {
  maxPhotosPerListing,
  noImageMessage,
  tooManyPhotosMessage,
} from "../photos/photo-limits.ts";
import { formatAmount } from "../prices/money.ts";
import { parseReais } from "../prices/read-reais.ts";
import { formatPosition, type Position } from "../region/position.ts";
import { questionAbout, readPosition } from "../region/read-position.ts";
import { parseForm } from "../ui/forms/parse-form.ts";
import { formatPhone } from "../ui/forms/phone.ts";
import { nationalDigits } from "../ui/forms/phone-mask.ts";
import { invalidCharacterMessage, isStorable } from "../ui/forms/text-rules.ts";

/** Spec §5. */

const missingFieldsMessage = "Por favor, preencha todos os campos!";

const maxUnavailableDays = 1830;

/** A field sent more than once is a list. */
type Raw = string | string[] | undefined;
type ReadResult = { value: unknown } | { problem: string };

function one(raw: Raw): string {
  return (Array.isArray(raw) ? raw[0] : raw) ?? "";
}

function many(raw: Raw): string[] {
  return raw === undefined ? [] : [...new Set([raw].flat())].filter((value) => value !== "");
}

function readText(raw: Raw, limit: number): ReadResult {
  const value = one(raw).replaceAll("\r\n", "\n").trim();
  if (!isStorable(value)) return { problem: invalidCharacterMessage };
  return value.length > limit
    ? { problem: `Use até ${limit} letras. Agora são ${value.length}.` }
    : { value };
}

function readPrice(raw: Raw): ReadResult {
  const written = one(raw).trim();
  if (written === "") return { value: null };
  const value = parseReais(written);
  return value === null
    ? { problem: "Escreva o valor em reais, como 1.350 ou 1.350,50." }
    : { value };
}

function readCount(raw: Raw, limit: number): ReadResult {
  const written = one(raw).trim();
  if (written === "") return { value: null };
  return /^\d{1,9}$/.test(written) && Number(written) <= limit
    ? { value: Number(written) }
    : { problem: `Use um número inteiro, de 0 a ${limit}.` };
}

function readPhone(raw: Raw): ReadResult {
  const digits = nationalDigits(one(raw));
  return digits === "" || digits.length === 10 || digits.length === 11
    ? { value: digits }
    : { problem: "Escreva o telefone com DDD: são 10 ou 11 números." };
}

function readChoice(raw: Raw, options: readonly string[]): ReadResult {
  const value = one(raw).trim();
  return value === "" || options.includes(value)
    ? { value }
    : { problem: "Escolha um dos lugares da lista." };
}

function readChoices(raw: Raw, options: readonly string[]): ReadResult {
  const chosen = new Set(many(raw));
  const value = options.filter((option) => chosen.has(option));
  return value.length === chosen.size ? { value } : { problem: "Escolha só o que está na lista." };
}

function readDates(raw: Raw): ReadResult {
  const read = parseCivilDates(one(raw));
  if ("invalid" in read) return { problem: datesProblem(read.invalid) };
  return read.days.length <= maxUnavailableDays
    ? { value: read.days }
    : { problem: `Marque até ${maxUnavailableDays} dias.` };
}

function datesProblem(entries: readonly string[]): string {
  const named = entries.slice(0, 3).map((entry) => entry.slice(0, 20));
  const list = new Intl.ListFormat("pt-BR").format(
    entries.length > 3 ? [...named, "outras"] : named,
  );
  const verdict = entries.length === 1 ? "não é uma data" : "não são datas";
  return `${list} ${verdict}. Escreva assim: 11/03/2026.`;
}

function readMap(raw: Raw): ReadResult {
  const reading = readPosition(one(raw));
  return "problem" in reading ? reading : { value: reading.position };
}

function readPhotoIds(raw: Raw): ReadResult {
  const value = many(raw);
  if (value.length > maxPhotosPerListing) return { problem: tooManyPhotosMessage };
  return value.every((id) => /^[\w-]{1,64}$/.test(id))
    ? { value }
    : { problem: "Uma das fotos se perdeu. Tire-a e envie de novo." };
}

function readField(field: FieldDefinition, raw: Raw): ReadResult {
  switch (field.kind) {
    case "text":
      return readText(raw, field.limit);
    case "price":
      return readPrice(raw);
    case "count":
      return readCount(raw, field.limit);
    case "phone":
      return readPhone(raw);
    case "choice":
      return readChoice(raw, field.options);
    case "choices":
      return readChoices(raw, field.options);
    case "flag":
      return { value: one(raw) !== "" };
    case "dates":
      return readDates(raw);
    case "position":
      return readMap(raw);
    case "photos":
      return readPhotoIds(raw);
  }
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === null || (Array.isArray(value) && value.length === 0);
}

function fieldSchema(field: FieldDefinition) {
  return z.transform((raw: unknown, context): unknown => {
    const result = readField(field, raw as Raw);
    const addIssue = (message: string, params?: object) => {
      context.issues.push({ code: "custom", input: raw, message, params });
      return z.NEVER;
    };
    if ("problem" in result) return addIssue(result.problem);
    if (field.required && isEmpty(result.value)) {
      return addIssue(field.required, { missing: field.kind });
    }
    return result.value;
  });
}

/** Confirms a position outside the region; not stored. */
const confirmation = "mapaFora";

export type ControlName = FieldName | typeof confirmation;

export const controlNames: readonly ControlName[] = [...fieldNames, confirmation];

const fieldSchemas = {
  ...Object.fromEntries(fieldNames.map((name) => [name, fieldSchema(listingFields[name])])),
  [confirmation]: z.transform((raw: unknown) => one(raw as Raw) !== ""),
};

const positionCheck = z.check<Record<string, unknown>>(
  ({ value, issues }) => {
    const position = value.mapa as Position | null | undefined;
    const question = position && !value[confirmation] && questionAbout(position);
    if (!question) return;
    issues.push({ code: "custom", input: value, path: ["mapa"], message: question });
  },
  { when: ({ issues }) => !issues.some(({ path }) => path?.[0] === "mapa") },
);

/** A missing image takes precedence over missing fields. */
const formCheck = z.check<Record<string, unknown>>(
  ({ value, issues }) => {
    if (issues.length === 0) return;
    const missing = issues.map((issue) => issue.code === "custom" && issue.params?.missing);
    const message = missing.includes("photos")
      ? noImageMessage
      : missing.some(Boolean)
        ? missingFieldsMessage
        : "Confira os campos marcados.";
    issues.push({ code: "custom", input: value, message });
  },
  // Needed exactly when other checks failed.
  { when: () => true },
);

export interface ListingSubmission {
  input: ListingInput;
  photoIds: string[];
}

interface CheckedFields extends ColumnValues {
  foto: string[];
  datasIndisponiveis: string[];
  mapa: Position | null;
  [confirmation]: boolean;
}

const listingSchema = z.pipe(
  z.object(fieldSchemas).check(positionCheck, formCheck),
  z.transform((checked): ListingSubmission => {
    const { foto, datasIndisponiveis, mapa, mapaFora, ...columns } = checked as CheckedFields;
    const input = { ...columns, unavailableDays: datasIndisponiveis, position: mapa };
    return { input, photoIds: foto };
  }),
);

/** In the browser and on the server (spec §3, §5). The form's own errors are under "". */
export function parseListingForm(formData: FormData) {
  return parseForm(formData, controlNames, listingSchema);
}

export function listingFormValue(listing: OwnListing): Record<string, string | string[]> {
  const { position } = listing;
  const stored: Record<string, unknown> = {
    ...listing,
    mapa: position && formatPosition(position),
  };
  const written = fieldNames.flatMap((name) => {
    const { kind } = listingFields[name];
    if (kind === "photos") return [];
    if (kind === "dates") return [[name, formatCivilDates(listing.unavailableDays)]];
    return [[name, writeValue(kind, stored[name])]];
  });
  const isOutside = position !== null && questionAbout(position) !== null;
  return { ...Object.fromEntries(written), ...(isOutside && { [confirmation]: "on" }) };
}

function writeValue(kind: FieldDefinition["kind"], value: unknown): string | string[] {
  if (value === null) return "";
  if (Array.isArray(value)) return value;
  if (kind === "flag") return value ? "on" : "";
  const text = String(value);
  if (kind === "price") return formatAmount(text);
  return kind === "phone" ? formatPhone(text) : text;
}
