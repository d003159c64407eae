import type { MetaDescriptor } from "react-router";

export const siteName = "Mar de Minas";

const maxDescriptionLength = 160;

/** A JPEG, ideally 1200 × 630. */
export interface SharedImage {
  path: string;
  width: number;
  height: number;
  alt: string;
}

const regionImage: SharedImage = {
  path: "/ilustracoes/compartilhar.jpg",
  width: 1200,
  height: 630,
  alt: "O Lago de Furnas entre serras, desenhado",
};

export type StructuredData = { "@context": "https://schema.org"; "@type": string } & Record<
  string,
  unknown
>;

export interface PageMeta {
  /** The site's name is appended unless included. */
  title: string;
  /** Truncated at a word after 160 characters. */
  description: string;
  /**
   * Address from `pageAddress`. Defaults to the requested path, lowercased, without query.
   */
  address?: string;
  /** Search engines may follow its links, but not index it. */
  unlisted?: boolean;
  type?: "website" | "article";
  image?: SharedImage;
  structuredData?: readonly StructuredData[];
}

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
}

/** Address from the root loader; "" if it failed. */
export function siteUrlOf({ matches }: Pick<MetaArgs, "matches">): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  const known = root && typeof root === "object" && "siteUrl" in root ? root.siteUrl : "";
  return typeof known === "string" ? known : "";
}

/** Later pages of a list (`?depois=`) have their own address and are not indexed. */
export function pageMeta(args: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const site = siteUrlOf(args);
  const address = page.address ?? args.location.pathname.toLowerCase();
  const url = site + address;
  const description = shorten(page.description, maxDescriptionLength);
  const image = page.image ?? regionImage;
  const isUnlisted = page.unlisted || /[?&]depois=/.test(address);
  return [
    { title: titled(page.title) },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    ...(isUnlisted ? [{ name: "robots", content: "noindex, follow" }] : []),
    { property: "og:title", content: page.title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:image", content: site + image.path },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(image.width) },
    { property: "og:image:height", content: String(image.height) },
    { property: "og:image:alt", content: image.alt },
    { property: "og:locale", content: "pt_BR" },
    { property: "og:site_name", content: siteName },
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.structuredData ?? []).map((data) => ({ "script:ld+json": data })),
  ];
}

export function privatePageMeta(title: string): MetaDescriptor[] {
  return [{ title: titled(title) }, { name: "robots", content: "noindex" }];
}

function titled(title: string): string {
  return title.includes(siteName) ? title : `${title} · ${siteName}`;
}

/** Joins lines and truncates at a word, with "…". */
export function shorten(text: string, most: number): string {
  // Keep the non-breaking spaces of amounts.
  const line = text.replace(/[^\S\u00a0]+/g, " ").trim();
  if (line.length <= most) return line;
  const space = line.lastIndexOf(" ", most - 1);
  const kept =
    space > most / 2
      ? line.slice(0, space)
      : line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept.replace(/[\s,;:·.–-]+$/, "")}…`;
}
