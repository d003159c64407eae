import type {
  Accommodation,
  BreadcrumbList,
  LodgingBusiness,
  VacationRental,
  WithContext,
} from "schema-dts";
import { formatPeople } from "../../domain/calendar/stays.ts";
import { amenitiesOf } from "../../domain/listings/card/amenity.tsx";
import { listingFields } from "../../domain/listings/fields.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { sharedPhoto } from "../../domain/photos/photo.ts";
import { formatReais } from "../../domain/prices/money.ts";
import { atLocation, locationPath, municipalityOf } from "../../domain/region/locations.ts";
import type { Position } from "../../domain/region/position.ts";
import { telLink } from "../../platform/ui/forms/phone.ts";
import type { SharedImage, StructuredData } from "../../platform/ui/shell/page-meta.ts";

const context = { "@context": "https://schema.org" } as const;

/**
 * Describes a listing to search engines, with only what the advertiser said (docs/decisions/007).
 * The types are generated from schema.org's vocabulary.
 */
export function describeToMachines(siteUrl: string, listing: Listing): StructuredData[] {
  return [vacationRental(siteUrl, listing) ?? lodging(siteUrl, listing), wayTo(siteUrl, listing)];
}

/** Required by Google for a VacationRental. */
const requiredPhotos = 8;

/** Null unless everything Google requires is known: photos, capacity and a precise position. */
function vacationRental(siteUrl: string, listing: Listing) {
  const { position, photos, quantidadeMaximaPessoas: most } = listing;
  if (!position?.isExact || !isPrecise(position) || !most) return null;
  if (photos.length < requiredPhotos) return null;
  return {
    ...lodging(siteUrl, listing),
    "@type": "VacationRental",
    ...degreesOf(position),
    containsPlace: {
      ...accommodation(listing),
      additionalType: "EntirePlace",
      occupancy: { "@type": "QuantitativeValue", value: most },
    },
  } as const satisfies WithContext<VacationRental>;
}

/** Google asks for five decimals; fewer than four mean an estimate, or a tap on the drawing. */
function isPrecise({ latitude, longitude }: Position): boolean {
  return [latitude, longitude].every((degrees) => Number(degrees.toFixed(3)) !== degrees);
}

function degreesOf({ latitude, longitude }: Position): Position {
  return { latitude, longitude };
}

function lodging(siteUrl: string, listing: Listing) {
  const { title, body, photos, telefone, telefone2, position } = listing;
  const { enderecoCompleto, localizacao } = listing;
  const url = `${siteUrl}/posts/${listing.id}`;
  const images = photos
    .map((photo) => sharedPhoto(photo, title))
    .filter((image) => image !== undefined)
    .map(({ path }) => siteUrl + path);
  return {
    ...context,
    "@type": "LodgingBusiness",
    "@id": url,
    url,
    identifier: listing.id,
    name: title,
    description: body,
    image: images.length > 0 ? images : undefined,
    address: {
      "@type": "PostalAddress",
      streetAddress: enderecoCompleto || undefined,
      addressLocality: municipalityOf(localizacao),
      addressRegion: "MG",
      addressCountry: "BR",
    },
    ...(position?.isExact &&
      isPrecise(position) && {
        geo: { "@type": "GeoCoordinates", ...degreesOf(position) } as const,
      }),
    ...(listing.aceitaPets && { petsAllowed: true }),
    telephone: international(telefone),
    ...(telefone2 && {
      contactPoint: {
        "@type": "ContactPoint",
        contactType: "reservations",
        telephone: international(telefone2),
      } as const,
    }),
    priceRange: prices(listing),
    containsPlace: accommodation(listing),
  } as const satisfies WithContext<LodgingBusiness>;
}

function international(digits: string): string {
  return telLink(digits).slice("tel:".length);
}

function prices({ valorDiaria, valorFds }: Listing): string {
  const weekend = `${formatReais(valorFds)} o fim de semana`;
  return valorDiaria ? `${formatReais(valorDiaria)} a noite, ${weekend}` : weekend;
}

/** Names from Google's list for vacation rentals; the others keep ours. */
const googleNames: Readonly<Record<string, string>> = {
  Piscina: "pool",
  Churrasqueira: "outdoorGrill",
  [listingFields.aceitaPets.label]: "petsAllowed",
  [listingFields.wifi.label]: "wifi",
  [listingFields.arCondicionado.label]: "ac",
  [listingFields.berco.label]: "crib",
  [listingFields.acessivel.label]: "wheelchairAccessible",
};

function accommodation(listing: Listing) {
  const { quantidadeMaximaPessoas: most, QuantidadeTotalQuartos: bedrooms } = listing;
  const amenities = amenitiesOf(listing).map((name) => {
    const known = googleNames[name] ?? name;
    return { "@type": "LocationFeatureSpecification", name: known, value: true } as const;
  });
  return {
    "@type": "Accommodation",
    occupancy: most === null ? undefined : { "@type": "QuantitativeValue", maxValue: most },
    numberOfBedrooms: bedrooms ?? undefined,
    amenityFeature: amenities.length > 0 ? amenities : undefined,
  } as const satisfies Accommodation;
}

function wayTo(siteUrl: string, { title, localizacao }: Listing) {
  const steps = [
    { name: "Início", item: `${siteUrl}/` },
    { name: localizacao, item: siteUrl + locationPath(localizacao) },
    { name: title },
  ];
  return {
    ...context,
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, index) => {
      return { "@type": "ListItem", position: index + 1, ...step } as const;
    }),
  } as const satisfies WithContext<BreadcrumbList>;
}

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
