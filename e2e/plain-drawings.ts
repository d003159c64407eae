import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { root } from "../scripts/prepare.mjs";

const shapes = '<rect width="100%" height="100%" fill="#2f5d50"/><circle r="50%" fill="#8fc3d8"/>';

/**
 * Returns a program folder whose sample drawings are two shapes of the size of the real ones, which
 * take four times as long to encode: half a minute of CPU time for all of them.
 */
export async function copyWithPlainDrawings(): Promise<string> {
  const program = await mkdtemp(join(inject("runFolder"), "programa-"));
  for (const name of await readdir(root)) {
    if (name === "illustrations") continue;
    await symlink(join(root, name), join(program, name));
  }
  const real = join(root, "illustrations");
  const plain = join(program, "illustrations");
  await mkdir(plain);
  for (const name of await readdir(real)) {
    if (!name.endsWith(".svg")) continue;
    const [opening = ""] = /<svg[^>]*>/.exec(await readFile(join(real, name), "utf8")) ?? [];
    await writeFile(join(plain, name), `${opening}${shapes}</svg>`);
  }
  return program;
}
