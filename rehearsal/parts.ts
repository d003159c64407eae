import { containers } from "./containers.ts";
import { databases } from "./databases.ts";
import { journey } from "./journey.ts";
import { objectStore } from "./object-store.ts";
import { server } from "./server.ts";
import type { Part } from "./stage.ts";

/** Parts in the order in which they run. */
export const parts = {
  journey,
  databases,
  "object-store": objectStore,
  server,
  containers,
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
export const partNames = Object.keys(parts) as PartName[];
