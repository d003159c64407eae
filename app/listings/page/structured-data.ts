import { sharedPhoto } from "../../photos/photo.ts";
import { formatReais } from "../../prices/money.ts";
import { telLink } from "../../ui/forms/phone.ts";
import { pageAddress, type StructuredData } from "../../ui/shell/page-meta.ts";
import type { Listing } from "../listing.ts";

const context = { "@context": "https://schema.org" } as const;

/**
 * A listing and the way to it, for search engines. Says what the advertiser said and nothing else;
 * why it is a LodgingBusiness: docs/decisions/007-structured-data.md.
 */
export function describeToMachines(siteUrl: string, listing: Listing): StructuredData[] {
  const url = `${siteUrl}/posts/${listing.id}`;
  return [lodging(siteUrl, url, listing), wayTo(siteUrl, listing)];
}

function lodging(siteUrl: string, url: string, listing: Listing): StructuredData {
  const { title, body, photos, telefone, enderecoCompleto, localizacao } = listing;
  return {
    ...context,
    "@type": "LodgingBusiness",
    "@id": url,
    url,
    identifier: listing.id,
    name: title,
    description: body,
    ...(photos.length > 0 && {
      image: photos.map((photo) => siteUrl + sharedPhoto(photo, title).path),
    }),
    address: {
      "@type": "PostalAddress",
      ...(enderecoCompleto && { streetAddress: enderecoCompleto }),
      addressLocality: localizacao,
      addressRegion: "MG",
      addressCountry: "BR",
    },
    telephone: telLink(telefone).slice("tel:".length),
    priceRange: prices(listing),
    containsPlace: accommodation(listing),
  };
}

function prices({ valorDiaria, valorFds }: Listing): string {
  const weekend = `${formatReais(valorFds)} o fim de semana`;
  return valorDiaria ? `${formatReais(valorDiaria)} a noite, ${weekend}` : weekend;
}

function accommodation(listing: Listing): Record<string, unknown> {
  const { quantidadeMaximaPessoas: most, QuantidadeTotalQuartos: bedrooms, lazer } = listing;
  return {
    "@type": "Accommodation",
    ...(most !== null && { occupancy: { "@type": "QuantitativeValue", maxValue: most } }),
    ...(bedrooms !== null && { numberOfBedrooms: bedrooms }),
    ...(lazer.length > 0 && {
      amenityFeature: lazer.map((name) => {
        return { "@type": "LocationFeatureSpecification", name, value: true };
      }),
    }),
  };
}

function wayTo(siteUrl: string, { title, localizacao }: Listing): StructuredData {
  const steps = [
    { name: "Início", item: `${siteUrl}/` },
    { name: localizacao, item: siteUrl + pageAddress("/search", { localizacao }) },
    { name: title },
  ];
  return {
    ...context,
    "@type": "BreadcrumbList",
    itemListElement: steps.map((step, index) => {
      return { "@type": "ListItem", position: index + 1, ...step };
    }),
  };
}
