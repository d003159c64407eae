import type { Site } from "./create-site.ts";

export const securityTxtPath = "/.well-known/security.txt";

/** RFC 9116 recommends less than a year. */
const validDays = 300;

/** Says how to report a vulnerability; null if there is no address to report it to. */
export function writeSecurityTxt(
  { siteEmail, mailedSiteUrl }: Pick<Site, "siteEmail" | "mailedSiteUrl">,
  now: Date,
): string | null {
  if (!siteEmail) return null;
  const expires = new Date(now.getTime() + validDays * 24 * 3_600_000);
  return [
    `Contact: mailto:${encodeURI(siteEmail)}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: pt-BR, en",
    `Canonical: ${mailedSiteUrl}${securityTxtPath}`,
    // SECURITY.md says the same.
    "# Respondemos em 3 dias. Uma falha grave é corrigida em 7 dias, outra em 30.",
    "",
  ].join("\n");
}
