import { expect, test } from "vitest";
import { drawQrCode } from "./draw-qr-code.ts";

/** Rows of the drawing, with "#" for each dark module. */
function rowsOf(text: string): string[] {
  const { size, path } = drawQrCode(text);
  const modules = path.match(/M\d+ \d+h1v1h-1z/g) ?? [];
  expect(modules.join("")).toBe(path);
  const dark = new Set(modules.map((module) => module.slice(1, module.indexOf("h"))));
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (dark.has(`${x} ${y}`) ? "#" : ".")).join(""),
  );
}

test("a code has its three corners, and a quiet zone of four modules around it", () => {
  const rows = rowsOf("otpauth://totp/Mar%20de%20Minas:maria%40example.com?secret=ABCD");
  const size = rows.length;
  // Codes have 21 modules and four more for each version.
  expect((size - 8 - 21) % 4).toBe(0);
  const quiet = ".".repeat(size);
  expect([...rows.slice(0, 4), ...rows.slice(-4)]).toEqual(Array(8).fill(quiet));
  expect(rows.every((row) => row.startsWith("....") && row.endsWith("...."))).toBe(true);
  const corner = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    expect(rows.slice(top, top + 7).map((row) => row.slice(left, left + 7))).toEqual(corner);
  }
});

test("another key makes another code", () => {
  expect(rowsOf("otpauth://totp/a?secret=A")).not.toEqual(rowsOf("otpauth://totp/a?secret=B"));
});
