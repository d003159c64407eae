/** The values of the ad's form, as a browser without script sends them. */
export function readForm(html: string): [string, string][] {
  const [, form = ""] = /<form[^>]*id="anuncio"([\s\S]*?)<\/form>/.exec(html) ?? [];
  const decode = (text = "") =>
    text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const entries: [string, string][] = [];
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, "name");
    const isChoice = attribute(tag, "type") === "checkbox";
    if (!name || attribute(tag, "type") === "file" || (isChoice && !/ checked=/.test(tag)))
      continue;
    entries.push([name, decode(attribute(tag, "value") ?? (isChoice ? "on" : ""))]);
  }
  for (const [, tag = "", text] of form.matchAll(/<textarea([^>]*)>([^<]*)<\/textarea>/g)) {
    entries.push([attribute(tag, "name") ?? "", decode(text)]);
  }
  for (const [, tag = "", options = ""] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)) {
    const chosen = /<option[^>]* selected=""[^>]*>([^<]*)</.exec(options)?.[1];
    entries.push([attribute(tag, "name") ?? "", decode(chosen)]);
  }
  return entries;
}
