import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { inject } from "vitest";
import { root } from "../scripts/prepare.mjs";

const texts = new Set([".js", ".css", ".json"]);

/**
 * Returns a program folder with what the next version of the site would be for a browser: the same
 * pages, but none of its files has the name of one of this build.
 */
export async function copyAsNextVersion(): Promise<string> {
  const program = await mkdtemp(join(inject("runFolder"), "programa-"));
  for (const name of await readdir(root)) {
    // The build is found from where the code of the server really is.
    const isCopied = name === "build" || name === "server";
    if (isCopied) await cp(join(root, name), join(program, name), { recursive: true });
    else await symlink(join(root, name), join(program, name));
  }
  const build = join(program, "build");
  const assets = join(build, "client", "assets");
  const names = await readdir(assets);
  // The compressed copies would keep the old names.
  for (const name of names) if (/\.(br|gz)$/.test(name)) await rm(join(assets, name));
  const plain = names.filter((name) => !/\.(br|gz)$/.test(name));
  const renamed = new Map(plain.map((name) => [name, name.replace(/\.\w+$/, `-2$&`)]));
  const mentioned = new RegExp([...renamed.keys()].join("|").replaceAll(".", "\\."), "g");
  for (const file of await readdir(build, { recursive: true })) {
    if (!texts.has(extname(file))) continue;
    const text = await readFile(join(build, file), "utf8");
    const changed = text.replaceAll(mentioned, (name) => renamed.get(name) ?? "");
    if (changed !== text) await writeFile(join(build, file), changed);
  }
  for (const [name, other] of renamed) await rename(join(assets, name), join(assets, other));
  return program;
}
