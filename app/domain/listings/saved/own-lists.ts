const storageName = "mardeminas.minhas-listas";

/** If there are more, the one opened longest ago makes room. */
const maxLists = 12;

/** Codes of the lists that this browser made or joined, the one opened last first. */
export function readOwnLists(): string[] {
  try {
    return (localStorage.getItem(storageName) ?? "").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

/** Keeps the code of the list whose page this is, or forgets it once the browser has left. */
export function rememberList(isOwn: boolean): void {
  const code = location.pathname.split("/")[2] ?? "";
  const others = readOwnLists().filter((other) => other !== code);
  const codes = isOwn ? [code, ...others].slice(0, maxLists) : others;
  try {
    localStorage.setItem(storageName, codes.join(" "));
  } catch {
    // The list is still found by its address.
  }
}
