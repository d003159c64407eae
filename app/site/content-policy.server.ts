/**
 * The Content-Security-Policy of every page: all that it loads and runs is a file of the site's
 * own, and frames show maps alone. No script and no style stands within a page
 * (docs/decisions/010), so none that came in with somebody's text is ever run, and the policy of a
 * page stays right when the page is shown again. `photoUrl` is where photos are, if elsewhere.
 * In development Vite adds style elements, a WebSocket and, while it reconnects, a worker.
 */
export function writePolicy(photoUrl: string | null, isDevelopment: boolean): string {
  const photos = photoUrl ? ` ${new URL(photoUrl).origin}` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    `img-src 'self' blob: data:${photos}`,
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    ...(isDevelopment ? ["worker-src blob:"] : []),
    "manifest-src 'self'",
    "frame-src https://www.google.com",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
