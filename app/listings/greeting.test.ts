import { expect, test } from "vitest";
import { greeting, greetingLink } from "./greeting.ts";

const listing = {
  id: "0b5f0c1e-0000-4000-8000-000000000001",
  title: "Rancho Beira d’Água",
  telefone: "37998710264",
};
const site = "https://mardeminas.example";

test("the greeting names the site, the ad and its address", () => {
  expect(greeting(listing, site)).toBe(
    `Olá! Vim pelo site Mar de Minas e gostaria de mais informações sobre o anúncio "Rancho Beira d’Água": ${site}/posts/${listing.id}`,
  );
});

test("the link has the country code, the digits without leading zeros and the greeting", () => {
  const link = new URL(greetingLink({ ...listing, telefone: "037998710264".slice(0, 11) }, site));
  expect(link.origin).toBe("https://wa.me");
  expect(link.pathname).toBe("/553799871026");
  expect(link.searchParams.get("text")).toBe(greeting(listing, site));
});
