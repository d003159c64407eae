import { locationOptions } from "../app/listings/fields.ts";
import { maxPriceDigits } from "../app/search/filters.ts";

/** From below almost every ad to the maximum of the field. */
const prices = [1, 15, 60, 120, 250, 437, 800, 1_500, 4_999, 10 ** maxPriceDigits - 1];

/** The first page, and two deep in the six years of ads. */
const pageStarts = [null, "2024-06-01T12:00:00Z", "2020-08-01T12:00:00Z"];

/** Every combination of location, price and page, including no location and no price. */
export function searchPaths(): string[] {
  const paths: string[] = [];
  for (const localizacao of [null, ...locationOptions]) {
    for (const q of [null, ...prices]) {
      for (const pageStart of pageStarts) {
        const params = new URLSearchParams();
        if (q !== null) params.set("q", String(q));
        if (localizacao) params.set("localizacao", localizacao);
        if (pageStart) params.set("depois", cursorAt(pageStart));
        paths.push(`/search?${params}`);
      }
    }
  }
  return paths;
}

/** A search cursor consists of microseconds and an id. */
function cursorAt(moment: string): string {
  return `${Date.parse(moment) * 1000}.ffffffff-ffff-ffff-ffff-ffffffffffff`;
}
