/** Keeps only the query parameters that define the page. */
export function pageAddress(
  path: string,
  query: Record<string, string | number | readonly string[] | null>,
): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
  }
  const search = params.toString();
  return search ? `${path}?${search}` : path;
}
