import { civilDateOf, formatCivilDate, formatClock } from "../calendar/civil-date.ts";
import { escapeHtml } from "../ui/escape-html.ts";
import { capitalize } from "../ui/words.ts";
import { accountPageStyles } from "./account-page-styles.ts";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Row = { [key: string]: Json };

/** Words for the stored names; a name that isn't here is split into words. */
const labels: Readonly<Record<string, string>> = {
  conta: "Conta",
  anuncios: "Anúncios",
  rascunho: "Anúncio por terminar",
  perguntas: "Perguntas recebidas",
  fotosSemAnuncio: "Fotos sem anúncio",
  envios: "Envios por terminar",
  sessoes: "Aparelhos na conta",
  chavesDeAcesso: "Chaves de acesso",
  aplicativoDeCodigosDesde: "Aplicativo de códigos desde",
  codigosDeRecuperacao: "Códigos de recuperação",
  emails: "E-mails que mandamos",
  avisos: "Avisos",
  mensagens: "Mensagens",
  geradoEm: "Gerado em",
  displayName: "Nome",
  email: "E-mail",
  emailVerified: "E-mail confirmado",
  emailAConfirmar: "E-mail a confirmar",
  naEquipeDesde: "Na equipe desde",
  createdAt: "Criado em",
  updatedAt: "Mudado em",
  sentAt: "Enviado em",
  validoAte: "Plano até",
  freeUntil: "Dias grátis até",
  numbersOff: "Números do mês desligados",
  postsCriados: "Anúncios publicados",
  postsPermitidos: "Anúncios permitidos",
  title: "Título",
  body: "Descrição",
  valorFds: "Final de semana (R$)",
  valorDiaria: "Noite (R$)",
  telefone: "Telefone",
  whatsapp: "WhatsApp",
  localizacao: "Localização",
  lazer: "Lazer",
  quantidadeMaximaPessoas: "Máximo de pessoas",
  QuantidadeTotalQuartos: "Quartos",
  QuantidadeTotalQuartosSuites: "Suítes",
  enderecoCompleto: "Endereço",
  observacoesTarifa: "Observações da tarifa",
  datasIndisponiveis: "Datas indisponíveis",
  temporadas: "Temporadas",
  calendarios: "Calendários ligados",
  depoimentos: "Depoimentos",
  visitas: "Visitas contadas",
  fotos: "Fotos",
  createdBy: "Anunciante",
  updatedBy: "Mudado por",
  pausedAt: "Em pausa desde",
  pausedBy: "Pausado por",
  pauseReason: "Motivo da pausa",
  day: "Dia",
  kind: "O que",
  n: "Vezes",
  subject: "Assunto",
  state: "Situação",
  mensagem: "Mensagem",
  criadaEm: "Criada em",
  usadaEm: "Usada em",
  valeAte: "Vale até",
  enderecoIp: "Endereço IP",
};

/**
 * Writes the page that opens the archive on a phone: everything in `dados.json`, with the photos by their paths
 * beside it. `files` names those that the archive has.
 */
export function writeAccountPage(data: object, files: ReadonlySet<string>): string {
  const json = JSON.parse(JSON.stringify(data)) as Row;
  const { geradoEm, ...rest } = json;
  const sections = Object.entries(rest).filter(([, value]) => !isEmpty(value));
  const links = sections.map(
    ([name]) => `<li><a href="#${escapeHtml(name)}">${labelOf(name)}</a></li>`,
  );
  const written = sections.map(
    ([name, value]) =>
      `<section id="${escapeHtml(name)}"><h2>${labelOf(name)}</h2>${writeValue(value, files, 3)}</section>`,
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
<p>Tudo o que o site guarda da sua conta${typeof geradoEm === "string" ? `, em ${writeText(geradoEm)}` : ""}. Os mesmos dados, para programas, estão em <a href="dados.json">dados.json</a>.</p></header>
<nav aria-label="Partes"><ul>${links.join("")}</ul></nav>
<main>
${written.join("\n")}
</main>
</body>
</html>
`;
}

function labelOf(name: string): string {
  return escapeHtml(
    labels[name] ?? capitalize(name.replace(/(?<=\p{Ll})\p{Lu}/gu, (up) => ` ${up.toLowerCase()}`)),
  );
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

function writeValue(value: Json, files: ReadonlySet<string>, level: number): string {
  if (isPlain(value)) return `<p>${writeText(value)}</p>`;
  if (isRow(value)) return writeRow(value, files, level);
  const rows = value.filter(isRow);
  if (rows.length < value.length) {
    return `<p>${value.map((one) => (isPlain(one) ? writeText(one) : "")).join(", ")}</p>`;
  }
  if (rows.every((row) => typeof row.arquivo === "string")) return writePhotos(rows, files);
  if (rows.every((row) => Object.values(row).every(isPlain)) && columnsOf(rows).length <= 5) {
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
      const words = Array.isArray(value)
        ? value.map((one) => (isPlain(one) ? writeText(one) : "")).join(", ")
        : writeText(isPlain(value) ? value : "");
      return `<div><dt>${labelOf(name)}</dt><dd>${words}</dd></div>`;
    });
  const parts = entries
    .filter(([, value]) => !isFact(value))
    .map(([name, value]) => {
      const isOpen = name === "fotos" ? " open" : "";
      return `<details${isOpen}><summary>${labelOf(name)}</summary>${writeValue(value, files, level)}</details>`;
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

function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

function writeTable(rows: readonly Row[]): string {
  const columns = columnsOf(rows);
  const head = columns.map((name) => `<th scope="col">${labelOf(name)}</th>`).join("");
  const body = rows.map((row) => {
    const cells = columns.map((name) => {
      const value = row[name];
      return `<td>${isPlain(value) ? writeText(value) : ""}</td>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

function writeText(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  const text = String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatCivilDate(text);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return writeInstant(new Date(text));
  return escapeHtml(text).replaceAll("\n", "<br>");
}

function writeInstant(instant: Date): string {
  return `${formatCivilDate(civilDateOf(instant))}, ${formatClock(instant)}`;
}
