import * as z from "zod/mini";
import { formatCivilDates, parseCivilDates } from "../calendar/civil-date.ts";
import {
  isLocation,
  type Listing,
  type ListingInput,
  leisureOptions,
} from "../listings/listing.ts";
import { maxPhotosPerListing, tooManyPhotosMessage } from "../photos/photo.ts";
import { formatAmount, parseReais } from "../prices/money.ts";
import { parseForm } from "../ui/forms/parse-form.ts";
import { formatPhone } from "../ui/forms/phone.ts";
import { nationalDigits } from "../ui/forms/phone-mask.ts";

/** The sentence for a form without a photo (spec §5). */
const noImageMessage = "Por favor, selecione ao menos uma imagem.";

/** The sentence for a form with required fields left empty (spec §5). */
const missingFieldsMessage = "Por favor, preencha todos os campos!";

const titleLength = 120;
const shortLength = 300;
const longLength = 5000;
const maxUnavailableDays = 1830;

/** A form as it is sent: texts, and lists of texts. */
type Raw = string | string[] | undefined;

/** Marks an issue as "left empty", which decides the sentence for the whole form. */
const isMissing = { missing: true };

/** A field read by a function that gives the value or a refusal. */
function field<Value>(read: (raw: Raw) => { value: Value } | { refusal: string; params?: object }) {
  return z.transform((raw: unknown, context): Value => {
    const result = read(raw as Raw);
    if ("value" in result) return result.value;
    const { refusal, params } = result;
    context.issues.push({ code: "custom", input: raw, message: refusal, params });
    return z.NEVER;
  });
}

/** A field sent more than once counts with its first value. */
function one(raw: Raw): string {
  return (Array.isArray(raw) ? raw[0] : raw) ?? "";
}

function many(raw: Raw): string[] {
  return raw === undefined ? [] : [...new Set([raw].flat())];
}

function text(maxLength: number, missing?: string) {
  return field<string>((raw) => {
    const value = one(raw).replaceAll("\r\n", "\n").trim();
    if (value === "" && missing) return { refusal: missing, params: isMissing };
    if (value.includes("\0") || /\p{Surrogate}/u.test(value)) {
      return { refusal: "Há um sinal aqui que não se pode guardar. Apague-o e digite de novo." };
    }
    if (value.length > maxLength) {
      return { refusal: `Use até ${maxLength} letras. Agora são ${value.length}.` };
    }
    return { value };
  });
}

function readMoney(written: string): { value: string } | { refusal: string } {
  const value = parseReais(written);
  return value === null
    ? { refusal: "Escreva o valor em reais, como 1.350 ou 1.350,50." }
    : { value };
}

const weekendPrice = field<string>((raw) => {
  const written = one(raw).trim();
  return written === ""
    ? { refusal: "Diga o valor do final de semana.", params: isMissing }
    : readMoney(written);
});

const nightlyPrice = field<string | null>((raw) => {
  const written = one(raw).trim();
  return written === "" ? { value: null } : readMoney(written);
});

const count = field<number | null>((raw) => {
  const written = one(raw).trim();
  if (written === "") return { value: null };
  return /^0*\d{1,3}$/.test(written)
    ? { value: Number(written) }
    : { refusal: "Use um número inteiro, de 0 a 999." };
});

const phone = field<string>((raw) => {
  const digits = nationalDigits(one(raw));
  if (digits === "") return { refusal: "Diga um telefone para contato.", params: isMissing };
  return digits.length === 10 || digits.length === 11
    ? { value: digits }
    : { refusal: "Escreva o telefone com DDD: são 10 ou 11 números." };
});

const location = field<string>((raw) => {
  const value = one(raw).trim();
  if (value === "") return { refusal: "Escolha onde fica o imóvel.", params: isMissing };
  return isLocation(value) ? { value } : { refusal: "Escolha um dos lugares da lista." };
});

const leisure = field<string[]>((raw) => {
  const chosen = new Set<string>(many(raw));
  const value = leisureOptions.filter((option) => chosen.has(option));
  return value.length === chosen.size ? { value } : { refusal: "Escolha só o que está na lista." };
});

const unavailableDays = field<string[]>((raw) => {
  const read = parseCivilDates(one(raw));
  if ("invalid" in read) return { refusal: refuseDates(read.invalid) };
  return read.days.length <= maxUnavailableDays
    ? { value: read.days }
    : { refusal: `Marque até ${maxUnavailableDays} dias.` };
});

/** Names the entries that are no dates, the first few of them. */
function refuseDates(entries: readonly string[]): string {
  const named = entries.slice(0, 3).map((entry) => entry.slice(0, 20));
  const list = new Intl.ListFormat("pt-BR").format(
    entries.length > 3 ? [...named, "outras"] : named,
  );
  const verdict = entries.length === 1 ? "não é uma data" : "não são datas";
  return `${list} ${verdict}. Escreva assim: 11/03/2026.`;
}

const photoIds = field<string[]>((raw) => {
  const value = many(raw).filter((id) => id !== "");
  if (value.length > maxPhotosPerListing) return { refusal: tooManyPhotosMessage };
  if (!value.every((id) => /^[\w-]{1,64}$/.test(id))) {
    return { refusal: "Uma das fotos se perdeu. Tire-a e envie de novo." };
  }
  return value.length > 0
    ? { value }
    : { refusal: "Escolha ao menos uma foto do imóvel.", params: { missing: "photo" } };
});

const fields = {
  foto: photoIds,
  title: text(titleLength, "Dê um título ao anúncio."),
  body: text(longLength, "Descreva o imóvel."),
  valorFds: weekendPrice,
  valorDiaria: nightlyPrice,
  observacoesTarifa: text(shortLength),
  localizacao: location,
  enderecoCompleto: text(shortLength),
  quantidadeMaximaPessoas: count,
  QuantidadeTotalQuartos: count,
  QuantidadeTotalQuartosSuites: count,
  detalhamentoQuartosSociais: text(longLength),
  detalhamentoSuites: text(longLength),
  lazer: leisure,
  detalhesCozinha: text(shortLength),
  detalhesSala: text(shortLength),
  beneficiosImovel: text(shortLength),
  datasIndisponiveis: unavailableDays,
  telefone: phone,
  whatsapp: field<boolean>((raw) => ({ value: one(raw) !== "" })),
  maioresInformacoes: text(longLength),
  observacao: text(longLength),
};

/** The name of a field of the listing form; they stand in the form's order. */
export type ListingFieldName = keyof typeof fields;

/** The fields of the listing form, in its order. */
export const listingFieldNames = Object.keys(fields) as ListingFieldName[];

/** A listing form checked: what createListing takes. */
export interface ListingSubmission {
  input: ListingInput;
  photoIds: string[];
}

const listingSchema = z.pipe(
  z.object(fields).check(
    z.check(
      ({ value, issues }) => {
        if (issues.length === 0) return;
        const missing = issues.map((issue) => issue.code === "custom" && issue.params?.missing);
        const message = missing.includes("photo")
          ? noImageMessage
          : missing.includes(true)
            ? missingFieldsMessage
            : "Confira os campos marcados.";
        issues.push({ code: "custom", input: value, message });
      },
      // The form's own sentence is wanted just when fields were refused.
      { when: () => true },
    ),
  ),
  z.transform(
    ({ foto, datasIndisponiveis, ...input }): ListingSubmission => ({
      input: { ...input, unavailableDays: datasIndisponiveis },
      photoIds: foto,
    }),
  ),
);

/**
 * Checks a listing form, in the browser and on the server (spec §3, §5). Refusals stand at their
 * fields; the one for the whole form, under "", names a missing image before missing fields.
 */
export function parseListingForm(formData: FormData) {
  return parseForm(formData, listingFieldNames, listingSchema);
}

/** A listing as the form's fields write it. */
export function listingFormValue(listing: Listing): Record<string, string | string[]> {
  const number = (value: number | null) => (value === null ? "" : String(value));
  return {
    title: listing.title,
    body: listing.body,
    valorFds: formatAmount(listing.valorFds),
    valorDiaria: listing.valorDiaria === null ? "" : formatAmount(listing.valorDiaria),
    observacoesTarifa: listing.observacoesTarifa,
    localizacao: listing.localizacao,
    enderecoCompleto: listing.enderecoCompleto,
    quantidadeMaximaPessoas: number(listing.quantidadeMaximaPessoas),
    QuantidadeTotalQuartos: number(listing.QuantidadeTotalQuartos),
    QuantidadeTotalQuartosSuites: number(listing.QuantidadeTotalQuartosSuites),
    detalhamentoQuartosSociais: listing.detalhamentoQuartosSociais,
    detalhamentoSuites: listing.detalhamentoSuites,
    lazer: listing.lazer,
    detalhesCozinha: listing.detalhesCozinha,
    detalhesSala: listing.detalhesSala,
    beneficiosImovel: listing.beneficiosImovel,
    datasIndisponiveis: formatCivilDates(listing.unavailableDays),
    telefone: formatPhone(listing.telefone),
    whatsapp: listing.whatsapp ? "on" : "",
    maioresInformacoes: listing.maioresInformacoes,
    observacao: listing.observacao,
  };
}
