/**
 * Headers that every answer bears: nothing is framed, sniffed or told to other sites, and no page
 * may use a sensor. `siteUrl` decides whether browsers keep to https from now on.
 */
export function securityHeaders(siteUrl: string | null): Record<string, string> {
  const headers: Record<string, string> = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy":
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  if (siteUrl?.startsWith("https:")) {
    headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains";
  }
  return headers;
}

/** The policy of answers that are no page: they load nothing and are shown in no frame. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'";
