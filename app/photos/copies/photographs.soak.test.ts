import { expect, test } from "vitest";
import {
  type AlterationName,
  alter,
  alterations,
  comparePhotos,
  listPhotographs,
  readPhotograph,
  storePhotograph,
} from "../../../testing/photographs.ts";
import { createUser, openTestSite } from "../../../testing/site.ts";
import { photoCopies } from "../../db/copy-schema.ts";

/** Least share of the photographs that must be found again. */
const leastFound: Record<AlterationName, number> = {
  "the same": 1,
  "JPEG, quality 40": 1,
  "60 % of the size": 1,
  "WebP, 75 % of the size": 1,
  brighter: 0.96,
  darker: 1,
  "warmer, more colourful": 1,
  "more contrast": 0.98,
  "a watermark": 1,
  "a caption over an eighth": 0.96,
  mirrored: 1,
  "3 % off each side": 0.98,
  "5 % off each side": 0.98,
  "8 % off each side": 0.98,
  "5 % off one side": 0.92,
  "8 % off one side": 0.7,
  "5 % off above and below": 0.95,
  "2, 7 and 5 % off three sides": 0.7,
  "5 % off each side, smaller, darker, JPEG 50": 0.98,
};

const names = await listPhotographs();
const changes = Object.keys(alterations) as AlterationName[];

test(`of ${names.length} photographs, altered copies are found and no two different ones taken for copies`, async () => {
  const site = await openTestSite();
  const [{ uid: owner }, { uid: other }] = [await createUser(site), await createUser(site)];
  const pictures = new Map<string, { name: string; change: AlterationName | null }>();
  for (const name of names) {
    const id = await storePhotograph(site, owner, await readPhotograph(name));
    pictures.set(id, { name, change: null });
  }
  await comparePhotos(site);
  for (const change of changes) {
    for (const name of names) {
      const altered = await alter(await readPhotograph(name), change);
      pictures.set(await storePhotograph(site, other, altered), { name, change });
    }
    await comparePhotos(site);
  }

  const found = new Map<AlterationName, number>(changes.map((change) => [change, 0]));
  const mistaken: string[] = [];
  for (const { earlierId, laterId } of await site.db.select().from(photoCopies)) {
    const [original, copy] = [pictures.get(earlierId), pictures.get(laterId)];
    if (original?.change !== null || !copy?.change) throw new Error("an original and a copy");
    if (original.name === copy.name) found.set(copy.change, (found.get(copy.change) ?? 0) + 1);
    else mistaken.push(`${original.name} and ${copy.name}, ${copy.change}`);
  }
  const rates = changes.map((change) => ({
    change,
    found: (found.get(change) ?? 0) / names.length,
  }));
  console.table(rates);
  expect(names.length).toBeGreaterThan(50);
  for (const { change, found } of rates) {
    expect(found, change).toBeGreaterThanOrEqual(leastFound[change]);
  }
  // Each altered copy was compared with every other photograph.
  expect(mistaken).toEqual([]);
}, 600_000);
