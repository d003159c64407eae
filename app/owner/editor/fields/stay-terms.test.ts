import { expect, test } from "vitest";
import { describeTogether } from "../listing-fields.tsx";

test("a minimum above two nights says how long weekend guests have to stay", () => {
  expect(describeTogether("3")).toContain(
    "Com o mínimo de 3 noites, só o fim de semana não basta: quem vem na sexta e no sábado fica mais 1 noite.",
  );
  expect(describeTogether("5")).toContain("fica mais 3 noites.");
});

test.each(["", "1", "2", "x"])("a minimum of '%s' takes a weekend alone", (minimum) => {
  expect(describeTogether(minimum)).toBeNull();
});
