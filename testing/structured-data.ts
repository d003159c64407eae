import { Ajv } from "ajv";

const url = { type: "string", pattern: "^https?://[^ ]+$" };
const text = { type: "string", minLength: 1 };
const images = { type: "array", minItems: 1, items: url };
const address = {
  type: "object",
  additionalProperties: false,
  required: ["@type", "addressLocality", "addressRegion", "addressCountry"],
  properties: {
    "@type": { const: "PostalAddress" },
    streetAddress: text,
    addressLocality: text,
    addressRegion: { const: "MG" },
    addressCountry: { const: "BR" },
  },
};
const organization = {
  type: "object",
  additionalProperties: false,
  required: ["@type", "name", "url"],
  properties: { "@type": { const: "Organization" }, name: text, url },
};
const accommodation = {
  type: "object",
  additionalProperties: false,
  required: ["@type"],
  properties: {
    "@type": { const: "Accommodation" },
    occupancy: {
      type: "object",
      additionalProperties: false,
      required: ["@type", "maxValue"],
      properties: {
        "@type": { const: "QuantitativeValue" },
        maxValue: { type: "integer", minimum: 1 },
      },
    },
    numberOfBedrooms: { type: "integer", minimum: 0 },
    amenityFeature: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        additionalProperties: false,
        required: ["@type", "name", "value"],
        properties: {
          "@type": { const: "LocationFeatureSpecification" },
          name: text,
          value: { const: true },
        },
      },
    },
  },
};
const step = {
  type: "object",
  additionalProperties: false,
  required: ["@type", "position", "name"],
  properties: {
    "@type": { const: "ListItem" },
    position: { type: "integer", minimum: 1 },
    name: text,
    item: url,
  },
};

function thing(type: string, required: string[], properties: Record<string, object>) {
  return {
    type: "object",
    additionalProperties: false,
    required: ["@context", "@type", ...required],
    properties: {
      "@context": { const: "https://schema.org" },
      "@type": { const: type },
      "@id": url,
      url,
      ...properties,
    },
  };
}

/**
 * The schema.org types and properties the site uses. A property is required if Google's
 * documentation requires it or the site always knows it.
 */
const schemas: Record<string, object> = {
  LodgingBusiness: thing("LodgingBusiness", ["name", "address", "telephone", "priceRange", "url"], {
    identifier: text,
    name: text,
    description: text,
    image: images,
    address,
    telephone: { type: "string", pattern: "^\\+55[1-9][0-9]{0,10}$" },
    priceRange: { type: "string", minLength: 1, maxLength: 99 },
    containsPlace: accommodation,
  }),
  BreadcrumbList: thing("BreadcrumbList", ["itemListElement"], {
    itemListElement: { type: "array", minItems: 2, items: step },
  }),
  Article: thing("Article", ["headline", "image", "datePublished", "author"], {
    mainEntityOfPage: url,
    headline: { type: "string", maxLength: 110 },
    description: text,
    image: images,
    datePublished: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
    inLanguage: { const: "pt-BR" },
    author: organization,
    publisher: organization,
  }),
  TouristAttraction: thing("TouristAttraction", ["name", "address"], {
    name: text,
    description: text,
    image: images,
    hasMap: url,
    address,
  }),
  WebSite: thing("WebSite", ["name", "url"], { name: text, inLanguage: { const: "pt-BR" } }),
};

const ajv = new Ajv({ allErrors: true });
const validators = new Map(
  Object.entries(schemas).map(([type, schema]) => [type, ajv.compile(schema)]),
);

/** Validates one schema.org object; returns the problems found. */
export function structuredDataErrors(data: Record<string, unknown>): string[] {
  const type = String(data["@type"]);
  const validate = validators.get(type);
  if (!validate) return [`${type} is not one of the site's types`];
  if (validate(data)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => {
    return `${type}${instancePath} ${message}`;
  });
}
