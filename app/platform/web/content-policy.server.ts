import { createHash } from "node:crypto";

/**
 * Allows only the site's own files, `script` inline, and frames for maps. Pages have no other inline scripts or
 * styles (docs/decisions/010), so injected ones never run. `photoUrl` is null unless photos are on another
 * origin. In development Vite needs style elements, a WebSocket and a worker.
 *
 * `default-src` is what Firefox judges prefetching by; the other kinds that it stands in for are refused by
 * name, except the manifest, for which Safari knows no directive.
 */
export function writePolicy(
  photoUrl: string | null,
  script: string,
  isDevelopment: boolean,
): string {
  const photos = photoUrl ? ` ${new URL(photoUrl).origin}` : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
    `style-src 'self'${isDevelopment ? " 'unsafe-inline'" : ""}`,
    `img-src 'self' blob: data:${photos}`,
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    `worker-src ${isDevelopment ? "blob:" : "'none'"}`,
    "media-src 'none'",
    "object-src 'none'",
    "frame-src https://www.google.com",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
