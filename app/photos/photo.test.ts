import { expect, test } from "vitest";
import { lengthenId, shortenId } from "./photo.ts";

test("an id takes 22 letters in a photo's address, and is read back", () => {
  expect(shortenId("8d4ed1aa-2fde-42f8-9da7-9bf0dd882729")).toBe("jU7Rqi_eQvidp5vw3YgnKQ");
  for (let round = 0; round < 200; round++) {
    const id = crypto.randomUUID();
    expect(lengthenId(shortenId(id))).toBe(id);
  }
});
