/** Begins every cookie's name: the page cache bypasses requests that have one. */
export const cookiePrefix = "mardeminas";

export function ownCookieName(name: string): string {
  return `${cookiePrefix}.${name}`;
}
