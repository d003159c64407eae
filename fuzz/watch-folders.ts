import { readdir } from "node:fs/promises";

/** Lists the folders that have files, relative to `root`. */
export async function listFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isFile())
    .map((entry) => entry.parentPath.slice(root.length + 1));
  return [...new Set(folders)];
}

/** Says what was found without being wanted, and the other way round. */
export function differences(
  what: string,
  found: readonly string[],
  wanted: readonly string[],
): string[] {
  const [here, there] = [new Set(found), new Set(wanted)];
  return [
    ...found.filter((each) => !there.has(each)).map((each) => `${what} without row: ${each}`),
    ...wanted.filter((each) => !here.has(each)).map((each) => `row without ${what}: ${each}`),
  ];
}
