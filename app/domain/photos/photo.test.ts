import { expect, test } from "vitest";
import { idRange, shortenId } from "./photo.ts";

test("an id takes 22 letters in a photo's address, which lead back to it alone", () => {
  expect(shortenId("8d4ed1aa-2fde-42f8-9da7-9bf0dd882729")).toBe("jU7Rqi_eQvidp5vw3YgnKQ");
  expect(shortenId("jU7Rqi_eQvidp5vw3YgnKQ")).toBe("jU7Rqi_eQvidp5vw3YgnKQ");
  for (let round = 0; round < 200; round++) {
    const id = crypto.randomUUID();
    expect(idRange(shortenId(id))).toEqual([id, id]);
  }
});

test("an address of version 1.0.0 has half of the id", () => {
  expect(shortenId("jU7Rqi_eQvg")).toBe("jU7Rqi_eQvg");
  expect(idRange("jU7Rqi_eQvg")).toEqual([
    "8d4ed1aa-2fde-42f8-0000-000000000000",
    "8d4ed1aa-2fde-42f8-ffff-ffffffffffff",
  ]);
});
