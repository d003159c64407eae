export interface Table {
  title: string;
  /** A sentence below the title. */
  note?: string;
  columns: string[];
  rows: (string | number)[][];
}

/** Three significant digits below 100, whole numbers with thousands separators above. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "-";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", {
    minimumFractionDigits: Number.isInteger(value) ? 0 : digits,
    maximumFractionDigits: digits,
  });
}

/** Aligned Markdown, with numeric columns to the right. */
export function writeTable({ title, note, columns, rows }: Table): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell)),
  );
  const isNumber = columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
  const widths = columns.map((column, at) =>
    Math.max(column.length, 3, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  const line = (texts: string[]) => {
    const padded = texts.map((text, at) => {
      const width = widths[at] ?? 0;
      return isNumber[at] ? text.padStart(width) : text.padEnd(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, at) => `${"-".repeat(width - 1)}${isNumber[at] ? ":" : "-"}`);
  return [
    `### ${title}`,
    ...(note ? [note] : []),
    "",
    line(columns),
    line(rule),
    ...cells.map(line),
  ]
    .join("\n")
    .concat("\n");
}
