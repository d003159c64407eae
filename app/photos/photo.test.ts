import { expect, test } from "vitest";
import { idRange, shortenId } from "./photo.ts";

test("an id takes 11 letters in a photo's address, which lead back to its neighbourhood alone", () => {
  expect(shortenId("8d4ed1aa-2fde-42f8-9da7-9bf0dd882729")).toBe("jU7Rqi_eQvg");
  expect(shortenId("jU7Rqi_eQvg")).toBe("jU7Rqi_eQvg");
  for (let round = 0; round < 200; round++) {
    const id = crypto.randomUUID();
    const [least, greatest] = idRange(shortenId(id));
    expect(least).toBe(`${id.slice(0, 18)}-0000-000000000000`);
    expect(greatest).toBe(`${id.slice(0, 18)}-ffff-ffffffffffff`);
  }
});
