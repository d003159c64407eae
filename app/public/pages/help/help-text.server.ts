import { z } from "zod";
import {
  type HelpTopic,
  helpTopicNames,
  helpTopics,
} from "../../../platform/ui/help/help-topics.ts";
import {
  fillPlaceholders,
  readMarkdown,
  renderMarkdown,
  splitSections,
} from "../../../platform/ui/prose/markdown.server.ts";
import { findHelpFacts, type HelpSite } from "./help-facts.server.ts";
import screenSizes from "./screens.json" with { type: "json" };

/** Drawn by `npm run telas`; sizes are in CSS px. */
const screens: Readonly<Record<string, { width: number; height: number }>> = screenSizes;

const fields = z.strictObject({
  title: z.string().min(4).max(60),
  description: z.string().min(40).max(160),
});

/** A picture of a screen; sizes are in CSS px. */
export interface HelpScreen {
  src: string;
  alt: string;
  width: number;
  height: number;
}

interface HelpSection {
  id: string;
  title: string;
  html: string;
  screen: HelpScreen | null;
}

export interface HelpText {
  topic: HelpTopic;
  title: string;
  description: string;
  intro: string;
  sections: HelpSection[];
}

const files = import.meta.glob<string>("./content/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

export function helpSiteOf({
  pix,
  contact,
}: {
  pix: object | null;
  contact: { whatsapp: string | null };
}): HelpSite {
  return { takesPix: pix !== null, hasWhatsapp: contact.whatsapp !== null };
}

/** Returns the Markdown of a topic with its marks filled in. */
export function writeTopic(topic: HelpTopic, site: HelpSite): string {
  return fillPlaceholders(`${topic}.md`, files[`./content/${topic}.md`] ?? "", findHelpFacts(site));
}

/** Throws with the file's name if the text is malformed, or its sections aren't those of `helpTopics`. */
export function readTopic(topic: HelpTopic, site: HelpSite): HelpText {
  const file = `${topic}.md`;
  const { fields: known, body } = readMarkdown(file, writeTopic(topic, site), fields);
  const { intro, sections } = splitSections(body);
  const read = sections.map((section) => readSection(file, section));
  const ids = read.map(({ id }) => id).join();
  if (ids !== helpTopics[topic].join()) throw new Error(`${file}: its sections are ${ids}`);
  return { topic, ...known, intro: renderMarkdown(intro), sections: read };
}

export interface ListedTopic {
  topic: HelpTopic;
  title: string;
  description: string;
}

export function listTopics(site: HelpSite): ListedTopic[] {
  return helpTopicNames.map((name) => {
    const { topic, title, description } = readTopic(name, site);
    return { topic, title, description };
  });
}

function readSection(file: string, { title, body }: { title: string; body: string }): HelpSection {
  const [, name = "", id = ""] = /^(.+?) \{#([a-z-]+)\}$/.exec(title) ?? [];
  const pictures = [...body.matchAll(/^!\[(.+)\]\(([a-z-]+)\)$/gm)];
  if (!id || pictures.length > 1) {
    throw new Error(`${file}: "${title}" needs an anchor, and has at most one picture`);
  }
  const [picture] = pictures;
  const html = renderMarkdown(picture ? body.replace(picture[0], "") : body);
  return { id, title: name, html, screen: picture ? findScreen(file, picture) : null };
}

function findScreen(file: string, [, alt = "", name = ""]: RegExpMatchArray): HelpScreen {
  const size = screens[name];
  if (!size) throw new Error(`${file}: there is no picture ${name}`);
  return { src: `/ilustracoes/ajuda/${name}.webp`, alt, ...size };
}
