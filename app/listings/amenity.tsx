import { Icon } from "../ui/icon.tsx";
import type { IconName } from "../ui/icon-names.ts";

const icons = new Map<string, IconName>([
  ["Piscina", "waves-ladder"],
  ["Churrasqueira", "flame"],
  ["Garagem", "car-front"],
  ["Sala de jogos", "dices"],
  ["Sauna", "thermometer-sun"],
]);

/** The icon of an amenity; a check for any that has none of its own (spec §2). */
export function AmenityIcon({ name }: { name: string }) {
  return <Icon name={icons.get(name) ?? "check"} />;
}

/** Amenities as list items, icon and word. */
export function Amenities({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <li key={name}>
      <AmenityIcon name={name} />
      {name}
    </li>
  ));
}
