/** A page's head as crawlers and link previews read it. */
export interface Head {
  title: string;
  canonical: string[];
  /** The content of `<meta>`, by name or property. */
  meta: Record<string, string>;
  structuredData: Record<string, unknown>[];
}

/** Reads a head, ignoring everything after the first 100 kB as link previews do. */
export function readHead(html: string): Head {
  const head = html.slice(0, 100_000).split("</head>")[0] ?? "";
  const tags = [...head.matchAll(/<(meta|link)\b([^>]*)>/g)].map(([, tag, inner = ""]) => {
    const pairs = [...inner.matchAll(/([\w:-]+)="([^"]*)"/g)];
    return { tag, ...Object.fromEntries(pairs.map(([, name, value]) => [name, text(value)])) };
  }) as Record<string, string>[];
  const meta: Record<string, string> = {};
  for (const { tag, name, property, content } of tags) {
    const key = name ?? property;
    if (tag === "meta" && key && content && !(key in meta)) meta[key] = content;
  }
  const canonical = tags.filter(({ rel }) => rel === "canonical").map(({ href = "" }) => href);
  const scripts = head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return {
    title: text(/<title>(.*?)<\/title>/s.exec(head)?.[1]),
    canonical,
    meta,
    structuredData: [...scripts].map(([, json = ""]) => JSON.parse(json)),
  };
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function text(html = ""): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}
