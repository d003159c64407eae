import { expect, test } from "vitest";
import { readQrCode } from "../../../../testing/read-qr-code.ts";
import { drawQrCode } from "./draw-qr-code.ts";

test.each([
  "https://mardeminas.com.br/posts/1",
  "otpauth://totp/Mar%20de%20Minas:maria%40example.com?secret=ABCD",
  `https://wa.me/5537999990000?text=${encodeURIComponent(`Olá! ${"É um rancho à beira d'água. ".repeat(12)}`)}`,
])("another program reads what was drawn: %s", (text) => {
  expect(readQrCode(drawQrCode(text))).toBe(text);
});
