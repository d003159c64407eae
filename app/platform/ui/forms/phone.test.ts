import { expect, test } from "vitest";
import { telLink, whatsappLink } from "./phone.ts";

test("links have 55 and the digits without leading zeros", () => {
  expect(telLink("037998710264")).toBe("tel:+5537998710264");
  expect(whatsappLink("0037998710264", "Olá! Tudo bem?")).toBe(
    "https://wa.me/5537998710264?text=Ol%C3%A1!%20Tudo%20bem?",
  );
});
