import { escapeHtml } from "../ui/escape-html.ts";
import { accountPageStyles } from "./account-page-styles.ts";
import { labelOf, writeStored } from "./stored-words.ts";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Row = { [key: string]: Json };

/**
 * Writes the page that opens the archive on a phone: everything in `dados.json`, with the photos by their paths
 * beside it. `files` names those that the archive has.
 */
export function writeAccountPage(data: object, files: ReadonlySet<string>): string {
  const json = JSON.parse(JSON.stringify(data)) as Row;
  const { geradoEm, ...rest } = json;
  const sections = Object.entries(rest).filter(([, value]) => !isEmpty(value));
  const links = sections.map(
    ([name]) => `<li><a href="#${escapeHtml(name)}">${writeLabel(name)}</a></li>`,
  );
  const written = sections.map(
    ([name, value]) =>
      `<section id="${escapeHtml(name)}"><h2>${writeLabel(name)}</h2>${writeValue(name, value, files, 3)}</section>`,
  );
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Meus dados no Mar de Minas</title>
<style>${accountPageStyles}</style>
</head>
<body>
<header><h1>Meus dados no Mar de Minas</h1>
<p>Tudo o que o site guarda da sua conta${typeof geradoEm === "string" ? `, em ${writeText("geradoEm", geradoEm)}` : ""}. Os mesmos dados, para programas, estão em <a href="dados.json">dados.json</a>.</p></header>
<nav aria-label="Partes"><ul>${links.join("")}</ul></nav>
<main>
${written.join("\n")}
</main>
</body>
</html>
`;
}

function writeLabel(name: string): string {
  return escapeHtml(labelOf(name));
}

function isEmpty(value: Json | undefined): boolean {
  if (value === null || value === undefined || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

function isRow(value: Json): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPlain(value: Json | undefined): value is string | number | boolean | null | undefined {
  return typeof value !== "object" || value === null;
}

function writeValue(name: string, value: Json, files: ReadonlySet<string>, level: number): string {
  if (isPlain(value)) return `<p>${writeText(name, value)}</p>`;
  if (isRow(value)) return writeRow(value, files, level);
  const rows = value.filter(isRow);
  if (rows.length < value.length) {
    return `<p>${value.map((one) => writeText(name, one)).join(", ")}</p>`;
  }
  if (rows.every((row) => typeof row.arquivo === "string")) return writePhotos(rows, files);
  if (
    rows.every((row) => Object.values(row).every(isPlain)) &&
    columnsOf(rows).length <= maxColumns
  ) {
    return writeTable(rows);
  }
  return rows.map((row) => `<article>${writeTitled(row, files, level)}</article>`).join("\n");
}

function writeTitled(row: Row, files: ReadonlySet<string>, level: number): string {
  const { title, ...rest } = row;
  const heading = typeof title === "string" && title !== "";
  const tag = `h${Math.min(level, 6)}`;
  return heading
    ? `<${tag}>${escapeHtml(title)}</${tag}>${writeRow(rest, files, level + 1)}`
    : writeRow(row, files, level);
}

/** Facts first, then what has parts of its own, folded. */
function writeRow(row: Row, files: ReadonlySet<string>, level: number): string {
  const entries = Object.entries(row).filter(([, value]) => !isEmpty(value));
  const isFact = (value: Json) => isPlain(value) || (Array.isArray(value) && value.every(isPlain));
  const facts = entries
    .filter(([, value]) => isFact(value))
    .map(([name, value]) => {
      const all = Array.isArray(value) ? value : [value];
      const words = all.map((one) => writeText(name, one)).join(", ");
      return `<div><dt>${writeLabel(name)}</dt><dd>${words}</dd></div>`;
    });
  const parts = entries
    .filter(([, value]) => !isFact(value))
    .map(([name, value]) => {
      const isOpen = name === "fotos" ? " open" : "";
      return `<details${isOpen}><summary>${writeLabel(name)}</summary>${writeValue(name, value, files, level)}</details>`;
    });
  return `${facts.length > 0 ? `<dl>${facts.join("")}</dl>` : ""}${parts.join("")}`;
}

function writePhotos(rows: readonly Row[], files: ReadonlySet<string>): string {
  const figures = rows.map(({ arquivo, alt }) => {
    const path = String(arquivo);
    if (!files.has(path))
      return `<li><p>${escapeHtml(path)}: o arquivo não está mais aqui.</p></li>`;
    const words = escapeHtml(typeof alt === "string" ? alt : "");
    return `<li><a href="${escapeHtml(path)}"><img src="${escapeHtml(path)}" alt="${words}" loading="lazy"></a></li>`;
  });
  return `<ul class="photos">${figures.join("")}</ul>`;
}

/** More than fit a phone's width become a list of facts for each row. */
const maxColumns = 3;

function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function writeTable(rows: readonly Row[]): string {
  const columns = columnsOf(rows);
  const head = columns.map((name) => `<th scope="col">${writeLabel(name)}</th>`).join("");
  const body = rows.map((row) => {
    const cells = columns.map((name) => {
      return `<td>${writeText(name, row[name])}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table>`;
}

function writeText(name: string, value: Json | undefined): string {
  if (!isPlain(value) || value === null || value === undefined) return "";
  return escapeHtml(writeStored(name, value)).replaceAll("\n", "<br>");
}
