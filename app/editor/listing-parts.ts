import type { ListingFieldName } from "./listing-schema.ts";

/** A part of the listing form. */
export interface ListingPart {
  /** Its address on the page. */
  id: string;
  title: string;
  fields: readonly ListingFieldName[];
  /** What must be filled in for the part to count as done; without any, one field of it. */
  required: readonly ListingFieldName[];
}

/** The nine parts of the listing form, in its order. */
export const listingParts: readonly ListingPart[] = [
  { id: "fotos", title: "Fotos", fields: ["foto"], required: ["foto"] },
  { id: "imovel", title: "O imóvel", fields: ["title", "body"], required: ["title", "body"] },
  {
    id: "precos",
    title: "Preços",
    fields: ["valorFds", "valorDiaria", "observacoesTarifa"],
    required: ["valorFds"],
  },
  {
    id: "onde",
    title: "Onde fica",
    fields: ["localizacao", "enderecoCompleto"],
    required: ["localizacao"],
  },
  {
    id: "quartos",
    title: "Quartos e pessoas",
    fields: [
      "quantidadeMaximaPessoas",
      "QuantidadeTotalQuartos",
      "QuantidadeTotalQuartosSuites",
      "detalhamentoQuartosSociais",
      "detalhamentoSuites",
    ],
    required: [],
  },
  {
    id: "ambientes",
    title: "Lazer e ambientes",
    fields: ["lazer", "detalhesCozinha", "detalhesSala", "beneficiosImovel"],
    required: [],
  },
  { id: "datas", title: "Datas indisponíveis", fields: ["datasIndisponiveis"], required: [] },
  { id: "contato", title: "Contato", fields: ["telefone", "whatsapp"], required: ["telefone"] },
  {
    id: "extra",
    title: "Últimos detalhes",
    fields: ["maioresInformacoes", "observacao"],
    required: [],
  },
];

/** Where a part stands: done, with something wrong in it, or neither. */
export type PartState = "done" | "wrong" | "open";

/** Where a part stands, by the fields filled in and the fields in error. */
export function partState(
  part: ListingPart,
  isFilled: (name: ListingFieldName) => boolean,
  isWrong: (name: ListingFieldName) => boolean,
): PartState {
  if (part.fields.some(isWrong)) return "wrong";
  const isDone =
    part.required.length > 0 ? part.required.every(isFilled) : part.fields.some(isFilled);
  return isDone ? "done" : "open";
}
