/**
 * The start of every cookie's name. A request with such a cookie may get a personal response, which
 * the page cache neither sends nor keeps.
 */
export const cookiePrefix = "mardeminas";

export function ownCookieName(name: string): string {
  return `${cookiePrefix}.${name}`;
}
