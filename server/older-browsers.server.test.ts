import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { tooNew } from "../testing/older-methods.ts";

const assets = new URL("../build/client/assets/", import.meta.url);

/** Matches in the built files with this ending, after their names. */
async function findInBuilt(ending: string, pattern: RegExp): Promise<string[]> {
  const names = (await readdir(assets)).filter((name) => name.endsWith(ending));
  expect(names.length).toBeGreaterThan(1);
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, assets), "utf8");
      return (text.match(pattern) ?? []).map((match) => `${name}: ${match}`);
    }),
  );
  return found.flat();
}

test("scripts use neither methods that the oldest browsers lack nor the router's error page", async () => {
  // Methods are found by their name alone, functions with their global.
  const names = tooNew.map((path) => path.replace(/^.*\.prototype\./, ".").replaceAll(".", "\\."));
  const pattern = new RegExp(`(?:${names.join("|")})\\b|Application Error`, "g");
  expect(await findInBuilt(".js", pattern)).toEqual([]);
});

test("styles use nothing that the oldest browsers lack, or not without an alternative", async () => {
  const tooNewStyles =
    /@media[^{]*[<>][^{]*|color-mix\([^;}]*var\([^;}]*|(?<!not\():modal|[;{](?:translate|rotate|scale):[^;}]*/g;
  expect(await findInBuilt(".css", tooNewStyles)).toEqual([]);
});
