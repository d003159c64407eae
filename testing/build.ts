import { alone, build } from "../scripts/prepare.mjs";

/** Tests over HTTP and in the browser run what is built; it is built anew only when stale. */
export function setup(): void {
  alone(() => build());
}
