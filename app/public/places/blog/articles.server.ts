import { z } from "zod";
import { sceneNames } from "../../../platform/ui/pictures/scene-names.ts";
import {
  countWords,
  readMarkdown,
  renderMarkdown,
} from "../../../platform/ui/prose/markdown.server.ts";
import type { Article, ArticleSummary } from "./article.ts";

const wordsPerMinute = 200;

const fields = z.strictObject({
  id: z.coerce.number().int().min(1).max(6),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string().min(10).max(70),
  description: z.string().min(50).max(160),
  image: z.enum(sceneNames),
  alt: z.string().min(20).max(160),
  date: z
    .string()
    .regex(/^\d{2}\/\d{2}\/\d{4}$/)
    .transform((written) => ({ written, civil: written.split("/").reverse().join("-") })),
});

/** Reads an article; throws with the file's name if it is malformed. */
export function readArticle(file: string, text: string): Article {
  const { fields: known, body } = readMarkdown(file, text, fields);
  return {
    ...known,
    html: renderMarkdown(body),
    minutes: Math.ceil(countWords(body) / wordsPerMinute),
  };
}

const files = import.meta.glob<string>("./content/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

const articles = Object.entries(files)
  .map(([file, text]) => readArticle(file, text))
  .sort((one, other) => other.date.civil.localeCompare(one.date.civil));

/** Lists articles, newest first. */
export function listArticles({ except }: { except?: number } = {}): ArticleSummary[] {
  return articles
    .filter(({ id }) => id !== except)
    .map(({ id, slug, title, description, image, alt, date }) => {
      return { id, slug, title, description, image, alt, date };
    });
}

export function findArticle(slug: string): Article | null {
  return articles.find((article) => article.slug === slug) ?? null;
}
