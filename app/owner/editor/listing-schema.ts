import * as z from "zod/mini";
import { formatCivilDates, today } from "../../domain/calendar/civil-date.ts";
import {
  exampleRange,
  parseCivilDates,
  type RefusedEntry,
} from "../../domain/calendar/day-picker/typed-dates.ts";
import {
  type ColumnName,
  type ColumnValues,
  type FieldDefinition,
  type FieldName,
  fieldNames,
  listingFields,
} from "../../domain/listings/fields.ts";
import type { ListingInput, OwnListing } from "../../domain/listings/listing.ts";
import {
  maxPhotosPerListing,
  noImageMessage,
  tooManyPhotosMessage,
} from "../../domain/photos/photo.ts";
import { formatAmount, parseReais } from "../../domain/prices/money.ts";
import { formatPosition, type Position } from "../../domain/region/position.ts";
import { readPosition } from "../../domain/region/read-position.ts";
import { parseForm } from "../../platform/ui/forms/parse-form.ts";
import {
  formatPhone,
  type PhoneReader,
  readPhoneInBrowser,
} from "../../platform/ui/forms/phone.ts";
import {
  findLineProblem,
  invalidCharacterMessage,
  isStorable,
  readLines,
} from "../../platform/ui/forms/text-rules.ts";
import { enumerate } from "../../platform/ui/words.ts";
import {
  answeredByPublishing,
  type ConfirmationName,
  confirmationNames,
  questions,
} from "./listing-questions.ts";
import { modelNames } from "./model/model-names.ts";

/** The messages are those of spec §5. */

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

function readText(raw: Raw, limit: number, isLong: boolean): ReadResult {
  const value = (isLong ? readLines(one(raw)) : one(raw)).trim();
  if (isLong && !isStorable(value)) return { problem: invalidCharacterMessage };
  const problem = isLong ? null : findLineProblem(value);
  if (problem) return { problem };
  return value.length > limit
    ? { problem: `Use até ${limit} caracteres. Agora são ${value.length}.` }
    : { value };
}

function readPrice(raw: Raw, isRequired: boolean): ReadResult {
  const written = one(raw).trim();
  if (written === "") return { value: null };
  const value = parseReais(written);
  if (value === null) return { problem: "Escreva o valor em reais, como 1.350 ou 1.350,50." };
  return value === "0"
    ? { problem: `Escreva um valor maior que zero${isRequired ? "." : ", ou deixe em branco."}` }
    : { value };
}

function readCount(raw: Raw, limit: number, least = 0): ReadResult {
  const written = one(raw).trim();
  if (written === "") return { value: null };
  const value = /^\d{1,9}$/.test(written) ? Number(written) : Number.NaN;
  return value >= least && value <= limit
    ? { value }
    : {
        problem: `Use um número inteiro, de ${least} a ${limit}${least > 0 ? ", ou deixe em branco" : ""}.`,
      };
}

function readNumber(raw: Raw, readPhone: PhoneReader): ReadResult {
  const read = readPhone(one(raw));
  return "problem" in read ? read : { value: read.digits };
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

/** Reads days that the site itself has written. */
function readShownDays(raw: Raw): string[] {
  const read = parseCivilDates(one(raw));
  return "days" in read ? read.days : [];
}

/** An entry can be a whole pasted text. */
const maxQuoteLength = 200;
const maxQuotes = 5;

function datesProblem(entries: readonly RefusedEntry[]): string {
  const quote = (reason: RefusedEntry["reason"]) => {
    const texts = entries.filter((entry) => entry.reason === reason).map(({ text }) => text);
    const others = texts.length - maxQuotes;
    const quoted = texts
      .slice(0, maxQuotes)
      .map((text) => (text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength)}…` : text));
    if (others > 0) quoted.push(others === 1 ? "mais 1" : `mais ${others}`);
    return { names: enumerate(quoted), count: texts.length };
  };
  const [unread, reversed, long] = (["not-a-date", "reversed", "too-long"] as const).map(quote);
  return [
    unread?.count && `${unread.names} ${unread.count === 1 ? "não é uma data" : "não são datas"}.`,
    reversed?.count && `Em ${reversed.names} o fim vem antes do começo.`,
    long?.count && `Um período vai até dois anos; divida ${long.names}.`,
    `Escreva assim: 11/03/2026, ou ${exampleRange(today())} para dias seguidos.`,
  ]
    .filter(Boolean)
    .join(" ");
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
    : { problem: "Uma das fotos se perdeu. Remova-a e envie de novo." };
}

type Rule = FieldDefinition | { kind: "flag"; required?: undefined };

function readField(field: Rule, raw: Raw, readPhone: PhoneReader): ReadResult {
  switch (field.kind) {
    case "text":
      return readText(raw, field.limit, field.isLong ?? false);
    case "price":
      return readPrice(raw, Boolean(field.required));
    case "count":
      return readCount(raw, field.limit, field.least);
    case "phone":
      return readNumber(raw, readPhone);
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

function fieldSchema(field: Rule, readPhone: PhoneReader) {
  return z.transform((raw: unknown, context): unknown => {
    const result = readField(field, raw as Raw, readPhone);
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

/** The nights that the form showed when it was opened: it changes no others. */
export const shownDaysName = "datasAntes";

export type ControlName =
  | FieldName
  | ConfirmationName
  | typeof shownDaysName
  | (typeof modelNames)[number];

export const controlNames: readonly ControlName[] = [
  ...fieldNames,
  ...confirmationNames,
  shownDaysName,
  ...modelNames,
];

function fieldSchemas(readPhone: PhoneReader) {
  return Object.fromEntries([
    ...fieldNames.map((name) => [name, fieldSchema(listingFields[name], readPhone)]),
    ...confirmationNames.map((name) => [name, fieldSchema({ kind: "flag" }, readPhone)]),
    [shownDaysName, z.transform((raw) => readShownDays(raw as Raw))],
    ...modelNames.map((name) => [name, z.transform((raw) => one(raw as Raw).slice(0, 200))]),
  ]) as Record<ControlName, ReturnType<typeof fieldSchema>>;
}

const confirmationCheck = z.check<Record<string, unknown>>(
  ({ value, issues }) => {
    for (const name of confirmationNames) {
      const { field, ask } = questions[name];
      if (value[name] || issues.some(({ path }) => path?.[0] === field)) continue;
      const message = ask(value);
      if (message) issues.push({ code: "custom", input: value, path: [field], message });
    }
  },
  // This check runs even if other fields were refused.
  { when: () => true },
);

const secondPhoneCheck = z.check<Record<string, unknown>>(
  ({ value, issues }) => {
    const { telefone, telefone2 } = value;
    if (typeof telefone2 !== "string" || telefone2 === "" || telefone2 !== telefone) return;
    const message = "É o mesmo número de cima. Escreva outro, ou deixe em branco.";
    issues.push({ code: "custom", input: value, path: ["telefone2"], message });
  },
  { when: () => true },
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
  // This check is needed exactly when other checks failed.
  { when: () => true },
);

export interface ListingSubmission {
  input: ListingInput;
  photoIds: string[];
  shownDays: string[];
  /** Id of the ad that this one was begun from; "" if none. */
  modelId: string;
}

interface CheckedFields extends ColumnValues, Record<ConfirmationName, boolean> {
  foto: string[];
  datasIndisponiveis: string[];
  datasAntes: string[];
  mapa: Position | null;
  modelo: string;
  modeloTitulo: string;
}

/** The rules of spec §3 and §5. The form's own errors are under "". */
export function listingSchema(readPhone: PhoneReader) {
  return z.pipe(
    z.object(fieldSchemas(readPhone)).check(confirmationCheck, secondPhoneCheck, formCheck),
    z.transform((checked): ListingSubmission => {
      const { foto, datasIndisponiveis, datasAntes, mapa, ...others } = checked as CheckedFields;
      const { mapaFora, maisSuites, mesmoTitulo, semWhatsapp, ...rest } = others;
      const { modelo, modeloTitulo, ...columns } = rest;
      const input = { ...columns, unavailableDays: datasIndisponiveis, position: mapa };
      return { input, photoIds: foto, shownDays: datasAntes, modelId: modelo };
    }),
  );
}

const schemaOfBrowser = listingSchema(readPhoneInBrowser);

/** The server passes a schema that reads telephones more strictly than the browser can. */
export function parseListingForm(formData: FormData, schema = schemaOfBrowser) {
  return parseForm(formData, controlNames, schema);
}

/** Values of a form's controls, by their names. */
export type ListingFormValue = Record<string, string | string[]>;

export function listingFormValue(listing: OwnListing): ListingFormValue {
  const { position } = listing;
  const stored: Record<string, unknown> = {
    ...listing,
    mapa: position && formatPosition(position),
  };
  const written = fieldNames.flatMap((name) => {
    const { kind } = listingFields[name];
    if (kind === "photos") return [];
    if (kind === "dates") {
      const days = formatCivilDates(listing.unavailableDays);
      return [name, shownDaysName].map((control) => [control, days]);
    }
    return [[name, writeValue(kind, stored[name])]];
  });
  return {
    ...Object.fromEntries(written),
    ...answersOf({ ...listing, mapa: position }),
    ...Object.fromEntries(answeredByPublishing.map((name) => [name, "on"])),
  };
}

/** Writes a saved form's entries as the values of its controls. */
export function formValueOf(fields: Record<string, string[]>): ListingFormValue {
  const known = Object.entries(fields).filter(([name]) => controlNames.some((it) => it === name));
  return Object.fromEntries(
    known.map(([name, values]) => [name, name === "lazer" ? values : (values[0] ?? "")]),
  );
}

/** Writes columns of an ad as the form's controls, with the answers that its advertiser has given. */
export function writeColumns(columns: Partial<ColumnValues>): ListingFormValue {
  const written = Object.entries(columns).map(([name, value]) => {
    return [name, writeValue(listingFields[name as ColumnName].kind, value)];
  });
  return { ...Object.fromEntries(written), ...answersOf(columns) };
}

/** Answers were confirmed when the listing was published. */
function answersOf(values: Record<string, unknown>): ListingFormValue {
  const confirmed = confirmationNames.filter((name) => questions[name].ask(values));
  return Object.fromEntries(confirmed.map((name) => [name, "on"]));
}

function writeValue(kind: FieldDefinition["kind"], value: unknown): string | string[] {
  if (value === null) return "";
  if (Array.isArray(value)) return value;
  if (kind === "flag") return value ? "on" : "";
  const text = String(value);
  if (kind === "price") return formatAmount(text);
  return kind === "phone" ? formatPhone(text) : text;
}
