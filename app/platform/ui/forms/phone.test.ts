import { expect, test } from "vitest";
import { formatPhone, telLink, whatsappLink } from "./phone.ts";

test.each([
  ["", ""],
  ["3", "3"],
  ["379", "(37) 9"],
  ["3799871", "(37) 99871"],
  ["37998710", "(37) 99871-0"],
  ["3733710264", "(37) 3371-0264"],
  ["37998710264", "(37) 99871-0264"],
])("%s is shown as %s", (digits, shown) => {
  expect(formatPhone(digits)).toBe(shown);
});

test("links have 55 and the digits without leading zeros", () => {
  expect(telLink("037998710264")).toBe("tel:+5537998710264");
  expect(whatsappLink("0037998710264", "Olá! Tudo bem?")).toBe(
    "https://wa.me/5537998710264?text=Ol%C3%A1!%20Tudo%20bem?",
  );
});
