import { z } from "zod";
import { type Location, locationOptions } from "../../../domain/region/locations.ts";
import { sceneNames } from "../../../platform/ui/pictures/scene-names.ts";
import { readMarkdown, renderMarkdown } from "../../../platform/ui/prose/markdown.server.ts";
import { slugOf } from "../../../platform/ui/slug.ts";

const fields = z.strictObject({
  lugar: z.enum(locationOptions),
  imagem: z.enum(sceneNames),
  alt: z.string().min(20).max(160),
  resumo: z.string().min(60).max(160),
  /** Ids of the articles to link. */
  artigos: z
    .string()
    .regex(/^[1-6]( [1-6])*$/)
    .transform((ids) => ids.split(" ").map(Number)),
  /** Day of the last change, for the sitemap. */
  escrito: z.iso.date(),
});

/** Our own introduction to a location. */
export interface LocationText extends z.infer<typeof fields> {
  slug: string;
  /** The text as HTML. */
  html: string;
}

/** Reads a text; throws with the file's name if it is malformed. */
export function readLocationText(file: string, text: string): LocationText {
  const { fields: known, body } = readMarkdown(file, text, fields);
  return { ...known, slug: slugOf(known.lugar), html: renderMarkdown(body) };
}

const files = import.meta.glob<string>("./content/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const texts = new Map(
  Object.entries(files).map(([file, text]) => {
    const location = readLocationText(file, text);
    return [location.slug, location];
  }),
);

export function findLocationText(slug: string): LocationText | null {
  return texts.get(slug) ?? null;
}

/** Lists the texts in the order of the options. */
export function listLocationTexts(): LocationText[] {
  return locationOptions.flatMap((name: Location) => texts.get(slugOf(name)) ?? []);
}
