/** Finds the texts of a page's WhatsApp links. */
export function greetingsIn(html: string): string[] {
  return [...html.matchAll(/href="(https:\/\/wa\.me\/55[^"]+)"/g)].map(([, href = ""]) => {
    const text = new URL(href.replaceAll("&amp;", "&")).searchParams.get("text") ?? "";
    return text.replaceAll("\u00a0", " ");
  });
}
