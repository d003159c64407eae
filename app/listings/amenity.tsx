import {
  CarFront,
  Check,
  Dices,
  Flame,
  type LucideIcon,
  ThermometerSun,
  WavesLadder,
} from "lucide-react";

const icons = new Map<string, LucideIcon>([
  ["Piscina", WavesLadder],
  ["Churrasqueira", Flame],
  ["Garagem", CarFront],
  ["Sala de jogos", Dices],
  ["Sauna", ThermometerSun],
]);

/** The icon of an amenity; a check for any that has none of its own (spec §2). */
export function AmenityIcon({ name }: { name: string }) {
  const Icon = icons.get(name) ?? Check;
  return <Icon className="i" aria-hidden />;
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
