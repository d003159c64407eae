import { filterFlags, leisureOptions } from "../../listings/fields.ts";
import { locationOptions } from "../../region/locations.ts";

/** Yes/no properties of listings, one bit each. */
const traits: readonly string[] = [
  ...filterFlags.map(({ name }) => name),
  ...leisureOptions,
  ...locationOptions,
];
if (traits.length > 32) throw new Error("the index has room for 32 traits");

export function isTrait(name: string): boolean {
  return traits.includes(name);
}

/** Unknown names are left out. */
export function traitBits(names: readonly string[]): number {
  const known = names.map((name) => traits.indexOf(name)).filter((index) => index >= 0);
  return known.reduce((bits, index) => bits | (1 << index), 0);
}

export const locationBits = traitBits(locationOptions);
