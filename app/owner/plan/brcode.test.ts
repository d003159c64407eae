import fc from "fast-check";
import { expect, test } from "vitest";
import { readPixKey, toAscii } from "../../../server/pix-receiver.ts";
import { divide, readBrCode } from "../../../testing/read-br-code.ts";
import { readQrCode } from "../../../testing/read-qr-code.ts";
import { drawQrCode } from "../../platform/ui/pictures/draw-qr-code.ts";
import { checksum, writeBrCode } from "./brcode.ts";

const receiver = { key: "pix@mardeminas.example", name: "Mar de Minas", city: "Capitolio" };

test("the checksum of '123456789' is 29B1, also by the division of the tests", () => {
  expect(checksum("123456789")).toBe(0x29b1);
  expect(divide(new TextEncoder().encode("123456789"))).toBe(0x29b1);
});

test("the example of the central bank's manual is written and read as it stands there", () => {
  // Its code has no amount: the fields around it are the same.
  const manual =
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D";
  expect(checksum(manual.slice(0, -4)).toString(16).toUpperCase()).toBe("1D3D");
  const written = writeBrCode(
    { key: "123e4567-e12b-12d1-a456-426655440000", name: "Fulano de Tal", city: "BRASILIA" },
    { cents: 2500, txid: "***" },
  );
  expect(written.replace("540525.00", "").slice(0, -4)).toBe(manual.slice(0, -4));
});

test("a year of the Profissional plan, field by field", () => {
  const code = writeBrCode(receiver, { cents: 80_000, txid: "8ZK3Q0W9D7B5N1C6X2YM" });
  expect(readBrCode(code)).toEqual({
    format: "01",
    gui: "br.gov.bcb.pix",
    key: "pix@mardeminas.example",
    category: "0000",
    currency: "986",
    amount: "800.00",
    country: "BR",
    name: "Mar de Minas",
    city: "Capitolio",
    txid: "8ZK3Q0W9D7B5N1C6X2YM",
  });
  expect(readQrCode(drawQrCode(code))).toBe(code);
});

const letters = fc.constantFrom(..."aáàãâçéêíóõôúüÁÇÉÑ ABCxyz&'-.0129");
const textOf = (max: number) =>
  fc
    .string({ unit: letters, minLength: 1, maxLength: max })
    .map((text) => toAscii(text))
    .filter((text) => text !== "");
const keys = fc.oneof(
  fc.uuid({ version: 4 }),
  fc
    .string({ unit: fc.constantFrom(..."abcxyz0189.-"), minLength: 1, maxLength: 60 })
    .map((name) => `${name}@example.com`),
  fc.stringMatching(/^\+55[1-9][1-9]9\d{8}$/),
  fc.constantFrom("11144477735", "11222333000181", "12ABC34501DE35"),
);

test("any receiver, amount and txid are read back as they were written", () => {
  fc.assert(
    fc.property(
      keys,
      textOf(25),
      textOf(15),
      fc.integer({ min: 1, max: 9_999_999 }),
      fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
      (key, name, city, cents, txid) => {
        const code = writeBrCode({ key, name, city }, { cents, txid });
        expect(code).toMatch(/^[ -~]+$/);
        const read = readBrCode(code);
        expect(read).toMatchObject({ key, name, city, txid });
        expect(Math.round(Number(read.amount) * 100)).toBe(cents);
        expect(read.amount).toMatch(/^\d+\.\d\d$/);
      },
    ),
  );
});

test("a value that doesn't fit its field is never written", () => {
  const payment = { cents: 2500, txid: "A1" };
  for (const wrong of [{ name: "São José" }, { city: "" }, { key: "x".repeat(78) }]) {
    expect(() => writeBrCode({ ...receiver, ...wrong }, payment)).toThrow("Pix code");
  }
});

test("the longest key that the site accepts fits", () => {
  const key = `${"a".repeat(65)}@example.com`;
  expect(readPixKey(key)).toEqual({ key });
  const code = writeBrCode({ ...receiver, key }, { cents: 2500, txid: "A1" });
  expect(readBrCode(code).key).toBe(key);
});
