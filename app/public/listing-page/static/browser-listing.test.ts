import { expect, test } from "vitest";
import { sampleListing } from "../../../../testing/listing.ts";
import { forBrowser } from "./browser-listing.ts";

test("an ad's texts and photos stay on the server, what its form and contact need goes along", () => {
  const listing = sampleListing({ observacao: "Chave com o caseiro", minimoNoites: 2 });
  const shown = forBrowser(listing);
  expect(JSON.stringify(shown)).not.toMatch(/caseiro|imoveis/);
  expect(shown).toMatchObject({ id: listing.id, minimoNoites: 2, telefone: listing.telefone });
});
