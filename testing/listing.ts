import { emptyColumns } from "../app/domain/listings/fields.ts";
import type { Listing } from "../app/domain/listings/listing.ts";
import type { Photo } from "../app/domain/photos/photo.ts";

export function samplePhoto(overrides: Partial<Photo> = {}): Photo {
  return {
    id: "2f0f3f0e-0000-4000-8000-000000000001",
    key: "imoveis/u/images/0/2f0f3f0e-0000-4000-8000-000000000001-rancho",
    width: 1600,
    height: 1200,
    widths: [400, 800, 1600],
    color: "#336677",
    alt: "",
    illustration: false,
    cover: true,
    ...overrides,
  };
}

export const sampleFields = {
  ...emptyColumns,
  position: null,
  title: "Rancho Beira d’Água",
  body: "O gramado termina onde a água começa.",
  valorFds: "2400",
  valorDiaria: "950",
  telefone: "37900010264",
  whatsapp: true,
  localizacao: "Escarpas do Lago",
  lazer: ["Piscina", "Sauna"],
  quantidadeMaximaPessoas: 16,
  QuantidadeTotalQuartos: 6,
  QuantidadeTotalQuartosSuites: 4,
};

export function sampleListing(overrides: Partial<Listing> = {}): Listing {
  return {
    ...sampleFields,
    id: "2f0f3f0e-0000-4000-8000-0000000000ff",
    observacoesTarifa: "Pacote de feriado à parte.",
    enderecoCompleto: "Rua do Píer, 12",
    unavailableDays: ["2026-12-24"],
    seasons: [],
    datesCheckedAt: new Date("2026-11-02T12:00:00Z"),
    feedsReadAt: null,
    createdBy: "Maria Aparecida Leite",
    createdAt: new Date("2026-11-01T12:00:00Z"),
    featured: false,
    photos: [samplePhoto()],
    ...overrides,
  };
}
