import type { Photo } from "../photos/photo.ts";

/** The places a listing can be in (spec §3). */
export const locationOptions = [
  "Escarpas do Lago",
  "Capitólio",
  "Serra da Canastra",
  "São João Batista do Glória",
  "Ponta do Sol",
  "Funil",
  "Turvo",
  "Dique",
  "Guapé",
  "Piumhi",
] as const;

/** Whether a text is one of the places a listing can be in. */
export function isLocation(text: string): boolean {
  return locationOptions.some((option) => option === text);
}

/** The amenities an advertiser can tick (spec §3). */
export const leisureOptions = [
  "Piscina",
  "Sauna",
  "Churrasqueira",
  "Garagem",
  "Sala de jogos",
] as const;

/** What stands where a field was left empty (spec §2). */
export const missingText = "Informação não disponível";

/** What stands where a price was left empty (spec §2). */
export const missingPrice = "Preço não disponível";

/** What the card of a listing shows. */
export interface ListingSummary {
  id: string;
  title: string;
  localizacao: string;
  /** BRL as canonical text: "1350" or "1350.50". */
  valorFds: string;
  valorDiaria: string | null;
  /** Digits only. */
  telefone: string;
  whatsapp: boolean;
  lazer: string[];
  quantidadeMaximaPessoas: number | null;
  QuantidadeTotalQuartos: number | null;
  QuantidadeTotalQuartosSuites: number | null;
  /** The owner's plan includes the 'Destaque' badge. */
  featured: boolean;
  /** The first three on a card, all of them on the listing's page. */
  photos: Photo[];
}

/** All of a listing that its page shows. Texts left empty are "". */
export interface Listing extends ListingSummary {
  body: string;
  observacoesTarifa: string;
  maioresInformacoes: string;
  detalhamentoQuartosSociais: string;
  detalhamentoSuites: string;
  observacao: string;
  enderecoCompleto: string;
  detalhesCozinha: string;
  detalhesSala: string;
  beneficiosImovel: string;
  /** Civil dates, `YYYY-MM-DD`, ascending. */
  unavailableDays: string[];
  /** When the advertiser last changed the days; null before the first time. */
  datesUpdatedAt: Date | null;
  /** The advertiser's name. */
  createdBy: string;
  createdAt: Date;
}

/** What an advertiser says of a listing, checked and in canonical form. */
export interface ListingInput {
  title: string;
  body: string;
  valorFds: string;
  valorDiaria: string | null;
  telefone: string;
  whatsapp: boolean;
  localizacao: string;
  lazer: string[];
  quantidadeMaximaPessoas: number | null;
  QuantidadeTotalQuartos: number | null;
  QuantidadeTotalQuartosSuites: number | null;
  observacoesTarifa: string;
  maioresInformacoes: string;
  detalhamentoQuartosSociais: string;
  detalhamentoSuites: string;
  observacao: string;
  enderecoCompleto: string;
  detalhesCozinha: string;
  detalhesSala: string;
  beneficiosImovel: string;
  /** Civil dates, `YYYY-MM-DD`, ascending. */
  unavailableDays: string[];
}
