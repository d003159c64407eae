import { createHash, randomBytes } from "node:crypto";

/**
 * The Content-Security-Policy of a page: all that it loads is the site's own, frames show maps
 * alone, and of the scripts within its text only those we put there run, each known by its hash.
 */
export function writePolicy(scriptHashes: readonly string[]): string {
  const hashes = scriptHashes.map((hash) => ` 'sha256-${hash}'`).join("");
  return [
    "default-src 'none'",
    `script-src 'self'${hashes}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src https://www.google.com",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A mark for the scripts of one rendering, which nobody outside can know. */
export function newScriptMark(): string {
  return randomBytes(16).toString("base64");
}

/**
 * Takes the marks, given to React as a nonce, from a rendered page. Gives the page without them and
 * the hashes of the scripts that bore one. Unlike nonces, hashes stay right when the page is shown
 * again; and a script that came in with somebody's text has no mark, so no hash and no run.
 */
export function takeMarks(html: string, mark: string): { html: string; scriptHashes: string[] } {
  const attribute = ` nonce="${mark}"`;
  const scriptHashes: string[] = [];
  const parts = html.split(attribute);
  for (const [index, part] of parts.entries()) {
    if (index === 0) continue;
    const tag = parts[index - 1]?.lastIndexOf("<") ?? -1;
    const isScript = parts[index - 1]?.startsWith("<script", tag);
    const start = part.indexOf(">") + 1;
    const end = part.indexOf("</script>");
    if (isScript && end > start) {
      scriptHashes.push(createHash("sha256").update(part.slice(start, end)).digest("base64"));
    }
  }
  return { html: parts.join(""), scriptHashes };
}
