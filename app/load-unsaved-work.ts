/** Not part of the entry, which would have to name all files that this needs, and needs it seldom. */
export function load() {
  return import("./unsaved-work.ts");
}
