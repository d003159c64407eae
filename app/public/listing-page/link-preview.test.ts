import { expect, test } from "vitest";
import { sampleListing } from "../../../testing/listing.ts";
import { describeListing, nameWithPlace } from "./listing-structured-data.ts";

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
