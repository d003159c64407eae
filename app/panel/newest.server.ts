const pageSize = 50;
const maxRows = 2000;

/** Lists the newest 50 rows, and 50 more with each 'Mostrar mais', whose address is `next`. */
export async function listNewest<Row>(
  url: URL,
  list: (limit: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; next: string | null }> {
  const typed = Number(url.searchParams.get("linhas"));
  const shown = Number.isInteger(typed) && typed > 0 ? Math.min(typed, maxRows) : pageSize;
  const rows = await list(shown + 1);
  if (rows.length <= shown || shown === maxRows) return { rows: rows.slice(0, shown), next: null };
  const query = new URLSearchParams(url.searchParams);
  query.set("linhas", String(shown + pageSize));
  return { rows: rows.slice(0, shown), next: `${url.pathname}?${query}` };
}
