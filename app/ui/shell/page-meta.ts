import type { MetaDescriptor } from "react-router";

/** How the site calls itself. */
export const siteName = "Mar de Minas";

/** Characters of a description that search engines and link previews show. */
const longestDescription = 160;

/** A picture for link previews; they want JPEG, 1200 × 630 best. */
export interface SharedImage {
  path: string;
  width: number;
  height: number;
  alt: string;
}

/** What a shared link shows where the page has no picture of its own. */
const regionImage: SharedImage = {
  path: "/ilustracoes/compartilhar.jpg",
  width: 1200,
  height: 630,
  alt: "O Lago de Furnas entre serras, desenhado",
};

/** Something as schema.org describes it. */
export type StructuredData = { "@context": "https://schema.org"; "@type": string } & Record<
  string,
  unknown
>;

/** What a page says of itself to search engines and to who shares it. */
export interface PageMeta {
  /** The site's name is added, unless it is in it. */
  title: string;
  /** Cut at a word where it is longer than 160 characters. */
  description: string;
  /**
   * The one address of the page, from {@link pageAddress}. Without one, the path asked for, in small
   * letters and without its query.
   */
  address?: string;
  /** For a page that search engines may pass through, and not list. */
  unlisted?: boolean;
  type?: "website" | "article";
  image?: SharedImage;
  structuredData?: readonly StructuredData[];
}

/** What `meta()` of a route is given, as far as it matters here. */
interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[];
  location: { pathname: string };
}

/** The site's address to the outside, as the root's loader gave it; "" where it failed. */
export function siteUrlOf({ matches }: Pick<MetaArgs, "matches">): string {
  const root = matches.find((match) => match?.id === "root")?.loaderData;
  const known = root && typeof root === "object" && "siteUrl" in root ? root.siteUrl : "";
  return typeof known === "string" ? known : "";
}

/** A path with those parts of its query that make the page what it is, and no others. */
export function pageAddress(path: string, query: Record<string, string | number | null>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) params.set(name, String(value));
  }
  return params.size > 0 ? `${path}?${params}` : path;
}

/**
 * The head of a public page: title, description, canonical address, Open Graph, structured data. A
 * later page of a list (`?depois=`) is itself, and is not listed.
 */
export function pageMeta(args: MetaArgs, page: PageMeta): MetaDescriptor[] {
  const site = siteUrlOf(args);
  const address = page.address ?? args.location.pathname.toLowerCase();
  const url = site + address;
  const description = shorten(page.description, longestDescription);
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

/** The head of a page that is nobody else's: a title, and no place in search engines. */
export function privatePageMeta(title: string): MetaDescriptor[] {
  return [{ title: titled(title) }, { name: "robots", content: "noindex" }];
}

function titled(title: string): string {
  return title.includes(siteName) ? title : `${title} · ${siteName}`;
}

/** A text in one line of at most so many characters, ended with "…" where something is left out. */
export function shorten(text: string, most: number): string {
  // The space of an amount that must not break stays.
  const line = text.replace(/[^\S\u00a0]+/g, " ").trim();
  if (line.length <= most) return line;
  const space = line.lastIndexOf(" ", most - 1);
  const kept =
    space > most / 2
      ? line.slice(0, space)
      : line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept.replace(/[\s,;:·.–-]+$/, "")}…`;
}
