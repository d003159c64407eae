import type { IconName } from "./icon-names.ts";

/** The class that puts an icon before an element's content. */
export function iconBefore(name: IconName): string {
  return `i-${name}`;
}
