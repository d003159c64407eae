import { expect, test } from "vitest";
import { sampleListing, samplePhoto } from "../../../testing/listing.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { describeListing, describeToMachines, nameWithPlace } from "./listing-structured-data.ts";

const site = "https://mardeminas.com.br";

test("fields left empty are left out", () => {
  const listing = sampleListing({
    valorDiaria: null,
    quantidadeMaximaPessoas: null,
    QuantidadeTotalQuartos: null,
    lazer: [],
    enderecoCompleto: "",
    photos: [],
  });
  const [described] = describeToMachines(site, listing);
  expect(described).toMatchObject({
    priceRange: "R$\u00a02.400 o fim de semana",
    containsPlace: { "@type": "Accommodation" },
  });
  for (const name of ["image", "streetAddress", "occupancy", "numberOfBedrooms", "amenity"]) {
    expect(JSON.stringify(described)).not.toContain(name);
  }
});

test("the first telephone is the ad's; a second one is a contact point, and pets are mentioned", () => {
  const [described] = describeToMachines(
    site,
    sampleListing({ telefone: "037900010264", telefone2: "3733710264", aceitaPets: true }),
  );
  expect(described).toMatchObject({
    petsAllowed: true,
    // The zero before the area code is dropped.
    telephone: "+5537900010264",
    contactPoint: { "@type": "ContactPoint", telephone: "+553733710264" },
  });
});

const house = { latitude: -20.65217, longitude: -46.02243, isExact: true };
const eightPhotos = Array.from({ length: 8 }, (_, n) => samplePhoto({ key: `foto-${n}` }));

test("an ad with a precise position, eight photos and a capacity is a VacationRental", () => {
  const listing = sampleListing({ position: house, photos: eightPhotos });
  const [described] = describeToMachines(site, listing);
  // Required by Google; the other properties are the same as those of a LodgingBusiness.
  expect(described).toMatchObject({
    "@type": "VacationRental",
    identifier: listing.id,
    name: "Rancho Beira d’Água",
    image: eightPhotos.map(({ key }) => `${site}/fotos/${key}/capa.jpg`),
    latitude: -20.65217,
    longitude: -46.02243,
    containsPlace: {
      "@type": "Accommodation",
      additionalType: "EntirePlace",
      occupancy: { "@type": "QuantitativeValue", value: 16 },
      numberOfBedrooms: 6,
    },
  });
});

test.each<[string, Partial<Listing>]>([
  ["without a position", { position: null }],
  [
    "with an approximate position",
    { position: { latitude: -20.655, longitude: -46.025, isExact: false } },
  ],
  [
    "with a position of three decimals, as tapped on the drawing",
    { position: { latitude: -20.652, longitude: -46.022, isExact: true } },
  ],
])("an ad %s stays a LodgingBusiness, without coordinates", (_, missing) => {
  const listing = sampleListing({ position: house, photos: eightPhotos, ...missing });
  const [described] = describeToMachines(site, listing);
  expect(described).toMatchObject({ "@type": "LodgingBusiness" });
  expect(JSON.stringify(described)).not.toMatch(/latitude|longitude|-20\.6/);
});

test.each<[string, Partial<Listing>]>([
  ["with seven photos", { photos: eightPhotos.slice(1) }],
  ["without a capacity", { quantidadeMaximaPessoas: null }],
])("an ad %s stays a LodgingBusiness, with the coordinates of its exact position", (_, missing) => {
  const listing = sampleListing({ position: house, photos: eightPhotos, ...missing });
  const { latitude, longitude } = house;
  expect(describeToMachines(site, listing)[0]).toMatchObject({
    "@type": "LodgingBusiness",
    geo: { "@type": "GeoCoordinates", latitude, longitude },
  });
});

test("an ad is described in the advertiser's own words and numbers", () => {
  const listing = sampleListing({
    photos: [samplePhoto(), samplePhoto({ key: "nova", cover: false })],
  });
  expect(describeToMachines(site, listing)[0]).toEqual({
    "@context": "https://schema.org",
    "@type": "LodgingBusiness",
    "@id": `${site}/posts/${listing.id}`,
    url: `${site}/posts/${listing.id}`,
    identifier: listing.id,
    name: "Rancho Beira d’Água",
    description: "O gramado termina onde a água começa.",
    image: [`${site}/fotos/${samplePhoto().key}/capa.jpg`],
    address: {
      "@type": "PostalAddress",
      streetAddress: "Rua do Píer, 12",
      addressLocality: "Capitólio",
      addressRegion: "MG",
      addressCountry: "BR",
    },
    telephone: "+5537900010264",
    priceRange: "R$\u00a0950 a noite, R$\u00a02.400 o fim de semana",
    containsPlace: {
      "@type": "Accommodation",
      occupancy: { "@type": "QuantitativeValue", maxValue: 16 },
      numberOfBedrooms: 6,
      amenityFeature: [
        { "@type": "LocationFeatureSpecification", name: "pool", value: true },
        { "@type": "LocationFeatureSpecification", name: "Sauna", value: true },
      ],
    },
  });
});

test("its breadcrumb includes its location", () => {
  expect(describeToMachines(site, sampleListing())[1]).toMatchObject({
    itemListElement: [
      { position: 1, name: "Início", item: `${site}/` },
      { position: 2, item: `${site}/alugar/escarpas-do-lago` },
      { position: 3, name: "Rancho Beira d’Água" },
    ],
  });
});

test("a shared link names the nightly price, the capacity and the location", () => {
  expect(describeListing(sampleListing())).toBe(
    "R$\u00a0950 a noite · até 16 pessoas · Escarpas do Lago. O gramado termina onde a água começa.",
  );
  expect(nameWithPlace(sampleListing())).toBe("Rancho Beira d’Água, em Escarpas do Lago");
});

test("without a nightly price it names the weekend price; without a capacity, none", () => {
  const listing = sampleListing({ valorDiaria: null, quantidadeMaximaPessoas: null });
  expect(describeListing(listing)).toMatch(
    /^R\$\u00a02\.400 o fim de semana · Escarpas do Lago\. /,
  );
  expect(describeListing(sampleListing({ quantidadeMaximaPessoas: 1 }))).toContain(
    "até 1 pessoa ·",
  );
});
