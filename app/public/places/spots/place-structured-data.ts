import type { Article, TouristAttraction, WithContext } from "schema-dts";
import { sharedScene } from "../../../platform/ui/pictures/scene.tsx";
import { type StructuredData, siteName } from "../../../platform/ui/shell/page-meta.ts";
import type { ArticleSummary } from "../blog/article.ts";
import { mapUrl, type Place } from "./place.ts";

const context = { "@context": "https://schema.org" } as const;

export function describeArticle(siteUrl: string, article: ArticleSummary): StructuredData {
  const { slug, title, description, image, alt, date } = article;
  const url = `${siteUrl}/blog/${slug}`;
  const publisher = { "@type": "Organization", name: siteName, url: `${siteUrl}/` } as const;
  return {
    ...context,
    "@type": "Article",
    "@id": url,
    url,
    mainEntityOfPage: url,
    headline: title,
    description,
    image: [siteUrl + sharedScene(image, alt).path],
    datePublished: date.civil,
    inLanguage: "pt-BR",
    author: publisher,
    publisher,
  } satisfies WithContext<Article>;
}

export function describePlace(siteUrl: string, place: Place): StructuredData {
  const { id, nome, resumo, imagem, alt, localizacao } = place;
  const url = `${siteUrl}/detalhes/${id}`;
  return {
    ...context,
    "@type": "TouristAttraction",
    "@id": url,
    url,
    name: nome,
    description: resumo,
    image: [siteUrl + sharedScene(imagem, alt).path],
    hasMap: mapUrl(place),
    address: {
      "@type": "PostalAddress",
      addressLocality: localizacao,
      addressRegion: "MG",
      addressCountry: "BR",
    },
  } satisfies WithContext<TouristAttraction>;
}
