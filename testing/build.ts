import { alone, build } from "../scripts/prepare.mjs";

export function setup(): void {
  alone(() => build());
}
