export const listStorageName = "mardeminas.listas";

/** True if this browser has opened a list; needs none of the code that reads them. */
export function knowsLists(): boolean {
  try {
    return (localStorage.getItem(listStorageName) ?? "[]") !== "[]";
  } catch {
    return false;
  }
}
