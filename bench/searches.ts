import { locationOptions } from "../app/listings/fields.ts";
import { maxPriceDigits } from "../app/search/filters.ts";

/** From what hardly any ad costs to the most that fits in the field. */
const prices = [1, 15, 60, 120, 250, 437, 800, 1_500, 4_999, 10 ** maxPriceDigits - 1];

/** Where in the six years of ads a page begins: the newest, and after these moments. */
const moments = [null, "2024-06-01T12:00:00Z", "2020-08-01T12:00:00Z"];

/** Every location, and none, with every price, and none, on the first page and on two deep ones. */
export function searchPaths(): string[] {
  const paths: string[] = [];
  for (const localizacao of [null, ...locationOptions]) {
    for (const q of [null, ...prices]) {
      for (const moment of moments) {
        const params = new URLSearchParams();
        if (q !== null) params.set("q", String(q));
        if (localizacao) params.set("localizacao", localizacao);
        if (moment) params.set("depois", cursorAt(moment));
        paths.push(`/search?${params}`);
      }
    }
  }
  return paths;
}

/** A cursor of the search: microseconds, and an id. */
function cursorAt(moment: string): string {
  return `${Date.parse(moment) * 1000}.ffffffff-ffff-ffff-ffff-ffffffffffff`;
}
