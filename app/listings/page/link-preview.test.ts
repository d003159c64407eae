import { expect, test } from "vitest";
import { sampleListing } from "../../../testing/listing.ts";
import { describeListing, nameWithPlace } from "./link-preview.ts";

test("a shared link says the price of a night, how many fit, and where", () => {
  expect(describeListing(sampleListing())).toBe(
    "R$\u00a0950 a noite · até 16 pessoas · Escarpas do Lago. O gramado termina onde a água começa.",
  );
  expect(nameWithPlace(sampleListing())).toBe("Rancho Beira d’Água, em Escarpas do Lago");
});

test("without a price of a night, that of the weekend; without a number of people, none", () => {
  const listing = sampleListing({ valorDiaria: null, quantidadeMaximaPessoas: null });
  expect(describeListing(listing)).toMatch(
    /^R\$\u00a02\.400 o fim de semana · Escarpas do Lago\. /,
  );
  expect(describeListing(sampleListing({ quantidadeMaximaPessoas: 1 }))).toContain(
    "até 1 pessoa ·",
  );
});
