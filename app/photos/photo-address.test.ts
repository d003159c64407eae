import { expect, test } from "vitest";
import { lengthenKey, shortenKey } from "./photo-address.ts";

const uid = "8d4ed1aa-2fde-42f8-9da7-9bf0dd882729";
const id = "15161488-2a89-4af6-9fca-5cd8ef43e664";

test("ids take 22 letters in a photo's address, and are read back", () => {
  const key = `imoveis/${uid}/images/12/${id}-piscina-e-lago`;
  const short = shortenKey(key);
  expect(short).toBe("jU7Rqi_eQvidp5vw3YgnKQ/12/FRYUiCqJSvafylzY70PmZA-piscina-e-lago");
  expect(lengthenKey(short)).toBe(key);
  for (let round = 0; round < 200; round++) {
    const other = `imoveis/${crypto.randomUUID()}/images/0/${crypto.randomUUID()}-foto`;
    expect(lengthenKey(shortenKey(other))).toBe(other);
  }
});

test.each([
  "imoveis/u/images/0/i-foto",
  `cartoes/anuncio/${id}/0`,
  `imoveis/${uid.toUpperCase()}/images/0/${id}-foto`,
  "",
])("the key %j stays as it is", (key) => {
  expect(shortenKey(key)).toBe(key);
  expect(lengthenKey(key)).toBe(key);
});
