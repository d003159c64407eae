import { alone, build } from "../scripts/prepare.mjs";

/** Server and browser tests run the built site, so rebuild it when stale. */
export function setup(): void {
  alone(() => build());
}
