import { expect, test } from "vitest";
import { fieldNames } from "../../listings/fields.ts";
import { listingParts, partState } from "./listing-parts.ts";

test("the sections contain each field once, in the form's order", () => {
  expect(listingParts.flatMap(({ fields }) => fields)).toEqual(fieldNames);
});

function stateOf(id: string, filled: string[], wrong: string[] = []) {
  const part = listingParts.find((candidate) => candidate.id === id);
  if (!part) throw new Error(id);
  return partState(
    part,
    (name) => filled.includes(name),
    (name) => wrong.includes(name),
  );
}

test("a section with required fields is done when they are filled in", () => {
  expect(stateOf("imovel", ["title"])).toBe("open");
  expect(stateOf("imovel", ["title", "body"])).toBe("done");
  expect(stateOf("precos", ["valorFds"])).toBe("done");
});

test("a section without required fields is done with any", () => {
  expect(stateOf("extra", [])).toBe("open");
  expect(stateOf("extra", ["observacao"])).toBe("done");
});

test("a section with an error is not done", () => {
  expect(stateOf("precos", ["valorFds"], ["valorDiaria"])).toBe("wrong");
});
