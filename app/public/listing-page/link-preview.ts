import { formatPeople } from "../../domain/calendar/stays.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { sharedPhoto } from "../../domain/photos/photo.ts";
import { formatReais } from "../../domain/prices/money.ts";
import { atLocation } from "../../domain/region/locations.ts";
import type { SharedImage } from "../../platform/ui/shell/page-meta.ts";

/** Name such as "Rancho Beira d’Água, no Turvo". */
export function nameWithPlace({ title, localizacao }: Pick<Listing, "title" | "localizacao">) {
  return `${title}, ${atLocation(localizacao)}`;
}

/** Describes price, capacity and place, then adds the description. */
export function describeListing(listing: Listing): string {
  const { valorDiaria, valorFds, localizacao, body } = listing;
  const price = valorDiaria ? nightly(valorDiaria) : weekend(valorFds);
  return `${[price, capacity(listing), localizacao].filter(Boolean).join(" · ")}. ${body}`;
}

/** The cover; undefined until it is made. */
export function sharedImage(listing: Listing): SharedImage | undefined {
  const cover = listing.photos[0];
  return cover && sharedPhoto(cover, cover.alt || nameWithPlace(listing));
}

function capacity({ quantidadeMaximaPessoas: most }: Listing): string | null {
  return most ? `até ${formatPeople(most)}` : null;
}

function nightly(amount: string): string {
  return `${formatReais(amount)} a noite`;
}

function weekend(amount: string): string {
  return `${formatReais(amount)} o fim de semana`;
}
