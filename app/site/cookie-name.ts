/**
 * Every cookie's name begins with it. The page cache neither serves requests with such a cookie nor
 * keeps their responses.
 */
export const cookiePrefix = "mardeminas";

export function ownCookieName(name: string): string {
  return `${cookiePrefix}.${name}`;
}
