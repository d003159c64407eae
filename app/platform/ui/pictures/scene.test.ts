import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedScene } from "./scene.tsx";
import { sceneNames } from "./scene-names.ts";

test("every drawing can be shared", () => {
  for (const name of sceneNames) {
    const { path } = sharedScene(name, "");
    expect(existsSync(new URL(`../../../../public${path}`, import.meta.url)), path).toBe(true);
  }
});
