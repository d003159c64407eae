import { type IconName, iconBefore } from "../../../platform/ui/icon-names.ts";
import { type AmenityFlagName, amenityFlags } from "../fields.ts";
import type { ListingSummary } from "../listing.ts";

const icons = new Map<string, IconName>([
  ["Piscina", "waves-ladder"],
  ["Churrasqueira", "flame"],
  ["Garagem", "car-front"],
  ["Sala de jogos", "dices"],
  ["Sauna", "thermometer-sun"],
  ...amenityFlags.map(({ label, icon }): [string, IconName] => [label, icon]),
]);

/** An amenity's icon, or a check mark if it has none (spec §2). */
export function amenityIcon(name: string): IconName {
  return icons.get(name) ?? "check";
}

type Equipped = Pick<ListingSummary, "lazer"> & Partial<Record<AmenityFlagName, boolean>>;

/** Names what a house offers; a card knows only the main things. */
export function amenitiesOf(listing: Equipped): string[] {
  const flags = amenityFlags.filter(({ name }) => listing[name]).map(({ label }) => label);
  return [...listing.lazer, ...flags];
}

export function Amenities({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <li key={name} className={iconBefore(amenityIcon(name))}>
      {name}
    </li>
  ));
}
