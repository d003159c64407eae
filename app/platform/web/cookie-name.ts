/** Part of every cookie's name: requests with one other than the session's bypass the page cache. */
export const cookiePrefix = "mardeminas";

/** Browsers keep such a cookie only if it is Secure, for the whole site and from this very host. */
export const hostPrefix = "__Host-";

export function siteCookieName(name: string): string {
  return `${cookiePrefix}.${name}`;
}

const sitePrefix = siteCookieName("");

export function markSecure(line: string): string {
  return /;\s*secure\s*(;|$)/i.test(line) ? line : `${line}; Secure`;
}

/** Makes a Set-Cookie header Secure, and prefixes the name if the cookie is valid on all pages. */
export function bindToHost(line: string): string {
  const secure = markSecure(line);
  const isForAllPages = /;\s*path=\/\s*(;|$)/i.test(line) && !/;\s*domain=/i.test(line);
  return line.startsWith(sitePrefix) && isForAllPages ? hostPrefix + secure : secure;
}

/**
 * Returns the Cookie header as the routes read it: without the prefix, and without our cookies that
 * lack it, which another host of the domain may have set; `pathCookies` are limited to a path, and
 * `__Host-` requires the path `/`. better-auth reads its own with the prefix.
 */
export function readHostCookies(header: string, pathCookies: readonly string[]): string {
  return header
    .split(/;\s*/)
    .filter(
      (cookie) =>
        !cookie.startsWith(sitePrefix) || pathCookies.some((name) => cookie.startsWith(`${name}=`)),
    )
    .map((cookie) =>
      cookie.startsWith(hostPrefix + sitePrefix) && !isOfAuth(cookie)
        ? cookie.slice(hostPrefix.length)
        : cookie,
    )
    .join("; ");
}

function isOfAuth(cookie: string): boolean {
  return cookie.startsWith(`${hostPrefix}${siteCookieName("session_token")}=`);
}
