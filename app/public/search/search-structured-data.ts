import type { WebSite, WithContext } from "schema-dts";
import { type StructuredData, siteName } from "../../platform/ui/shell/page-meta.ts";

export function describeSite(siteUrl: string): StructuredData {
  const url = `${siteUrl}/`;
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    "@id": url,
    url,
    name: siteName,
    inLanguage: "pt-BR",
  } satisfies WithContext<WebSite>;
}
