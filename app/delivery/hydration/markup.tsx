import { createContext, type HTMLAttributes, type Ref, useContext } from "react";

/** HTML that an island being rendered has shown; null outside islands. */
export const ShownMarkupContext = /* @__PURE__ */ createContext<string[] | null>(null);

/** HTML read from the document, by the mark that replaces it in the hydration data. */
const fromDocument = new Map<string, string>();

export interface MarkupProps
  extends Omit<HTMLAttributes<HTMLElement>, "children" | "dangerouslySetInnerHTML"> {
  as?: "article" | "div" | "section";
  /** Rendered by React on the server. */
  html: string;
  ref?: Ref<HTMLElement> | undefined;
}

/**
 * Shows rendered HTML. In an island, a document has it once: {@link referToMarkup} leaves it out of the data, and
 * {@link readMarkup} finds it in the page (docs/decisions/010).
 */
export function Markup({ as: Tag = "div", html, ref, ...attributes }: MarkupProps) {
  const shown = useContext(ShownMarkupContext);
  let mark: string | undefined;
  if (import.meta.env.SSR) mark = shown && html ? markOf(noteShown(shown, html)) : undefined;
  else if (fromDocument.has(html)) mark = html;
  return (
    <Tag
      {...attributes}
      // TypeScript can't match a ref to one of several elements.
      ref={ref as Ref<HTMLDivElement>}
      data-html={mark}
      // React doesn't change it, so that translators may.
      translate={mark === undefined ? undefined : "yes"}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server
      dangerouslySetInnerHTML={{ __html: fromDocument.get(html) ?? html }}
    />
  );
}

/** Returns the HTML's index. A page rendered a second time gets the same ones. */
function noteShown(shown: string[], html: string): number {
  const known = shown.indexOf(html);
  return known < 0 ? shown.push(html) - 1 : known;
}

/** Can't be mistaken for HTML. */
function markOf(index: number): string {
  return `html:${index}`;
}

/** Names HTML instead of repeating it in an island's data. */
export function referToMarkup(data: string, shown: readonly string[]): string {
  const found = shown
    .map((html, index) => {
      const text = JSON.stringify(html);
      return { at: data.indexOf(text), length: text.length, mark: markOf(index) };
    })
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  let done = "";
  let end = 0;
  for (const { at, length, mark } of found) {
    if (at < end) continue;
    done += `${data.slice(end, at)}"${mark}"`;
    end = at + length;
  }
  return done + data.slice(end);
}

/** Call it before hydration. A page's islands have different marks. */
export function readMarkup(island: HTMLElement): void {
  for (const element of island.querySelectorAll<HTMLElement>("[data-html]")) {
    fromDocument.set(element.dataset.html ?? "", element.innerHTML);
  }
}
