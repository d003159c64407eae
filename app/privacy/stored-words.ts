import type { EndLetter } from "../accounts/plans/plan-letters.ts";
import { titleOf } from "../accounts/plans/plan-story.ts";
import { planTerms } from "../accounts/plans/plan-terms.ts";
import { nameDevice } from "../accounts/sessions/device-name.ts";
import { civilDateOf, formatCivilDate, formatClock } from "../calendar/civil-date.ts";
import { monthName, monthOf } from "../calendar/month.ts";
import { checkedParts } from "../checks/check.ts";
import { describeProblem } from "../feeds/feed-problems.ts";
import { listingFields } from "../listings/fields.ts";
import { formatCents, formatReais } from "../prices/money.ts";
import type { AuditedName } from "../site/audit-log.server.ts";
import type { VisitKind } from "../site/visit-mark.ts";
import { formatPhone } from "../ui/forms/phone.ts";
import { capitalize } from "../ui/words.ts";
import type { PausedBy } from "../visibility/pause.ts";

type Plain = string | number | boolean;

const fieldLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(listingFields).map(([name, { label }]) => [name, label]),
);

/** Words for the names of columns, and of what the export and the audit log make of them. */
const labels: Readonly<Record<string, string>> = {
  ...fieldLabels,
  ...({
    blockedAt: "Conta bloqueada em",
    cents: "Valor",
    checkedAt: "Conferido em",
    comparedWith: "Comparado com o anúncio",
    attempts: "Tentativas",
    deletedPasskeys: "Chaves de acesso apagadas",
    doneAt: "Resolvida em",
    email: "E-mail",
    endedSessions: "Aparelhos que saíram da conta",
    hiddenAt: "Escondido em",
    hiddenReason: "Por que foi escondido",
    lastError: "Último erro",
    ownerPausedAt: "Pausado pelo dono em",
    paused: "Anúncios pausados",
    pausedAt: "Em pausa desde",
    pausedBy: "Pausado por",
    pausedListings: "Anúncios pausados",
    pauseReason: "Motivo da pausa",
    photos: "Fotos",
    plano: "Plano",
    postsPermitidos: "Anúncios permitidos",
    readAt: "Lida em",
    resumed: "Anúncios de volta ao ar",
    resumedListings: "Anúncios de volta ao ar",
    settledReports: "Denúncias resolvidas",
    state: "Situação",
    txid: "Identificador do Pix",
    uid: "Conta",
    validoAte: "Plano até",
  } satisfies Record<AuditedName, string>),
  alt: "Descrição da foto",
  anotacao: "Anotação",
  anotacoes: "Anotações das estadias",
  answer: "Resposta",
  answeredAt: "Respondida em",
  anuncios: "Anúncios",
  aplicativoDeCodigosDesde: "Aplicativo de códigos desde",
  arquivo: "Arquivo",
  ate: "Até",
  attemptedAt: "Última tentativa de leitura",
  avisadoEm: "Avisado em",
  avisos: "Avisos",
  calendarios: "Calendários ligados",
  chavesDeAcesso: "Chaves de acesso",
  codigosDeRecuperacao: "Códigos de recuperação",
  conferencia: "Conferência perdida",
  confirmedAt: "Confirmado em",
  conta: "Conta",
  copiedAt: "Última cópia inteira",
  createdAt: "Criado em",
  createdBy: "Anunciante",
  criadaEm: "Criada em",
  datesConfirmedAt: "Calendário confirmado em",
  datesRemindedAt: "Lembrete do calendário mandado em",
  datesRemindersOff: "Lembretes do calendário desligados",
  datesUpdatedAt: "Calendário mudado em",
  day: "Dia",
  de: "De",
  deliveredAt: "Entregue em",
  depoimentos: "Depoimentos",
  displayName: "Nome",
  emailAConfirmar: "E-mail a confirmar",
  emails: "E-mails que mandamos",
  emailVerified: "E-mail confirmado",
  emptyReadings: "Leituras sem noite nenhuma",
  emptySince: "Sem noite nenhuma desde",
  endedPlan: "Plano que terminou",
  endLetter: "Último aviso sobre o fim do plano",
  endLetterFor: "Fim de plano desse aviso",
  endsOn: "Vale até",
  enderecoIp: "Endereço IP",
  entrada: "Entrada",
  entrarDeNovoEm: "Pede para entrar de novo em",
  envios: "Envios por terminar",
  eventCount: "Reservas lidas",
  failingSince: "Falha desde",
  failures: "Falhas seguidas",
  farewellFor: "Renovação oferecida para o fim em",
  fields: "Campos",
  filename: "Arquivo",
  fotos: "Fotos",
  fotosSemAnuncio: "Fotos sem anúncio",
  freeCount: "Reservas que deixam noites livres",
  freed: "Estadias que você disse que estão livres",
  freedCount: "Noites livres na última mudança",
  freeUntil: "Dias grátis até",
  geradoEm: "Gerado em",
  goodAt: "Última leitura boa",
  height: "Altura, em pixels",
  hospede: "Hóspede",
  id: "Identificador",
  kind: "O que",
  latitude: "Latitude",
  longitude: "Longitude",
  mensagem: "Mensagem",
  mensagens: "Mensagens",
  mesmaReservaDesde: "Você disse que é a mesma reserva em",
  motivo: "Motivo",
  mudou: "O que mudou",
  n: "Vezes",
  naEquipeDesde: "Na equipe desde",
  name: "Nome do arquivo",
  navegador: "Aparelho",
  nights: "Noites ocupadas",
  nightsChangedAt: "Noites mudaram em",
  noitesRepetidas: "Noites com duas reservas",
  nome: "Nome",
  nota: "Nota",
  nudgedAt: "Outras casas oferecidas em",
  numbersOff: "Números do mês desligados",
  numbersSentFor: "Mês dos últimos números enviados",
  nextReadingAt: "Próxima leitura",
  pacote: "Pacote",
  paidAt: "Você avisou que pagou em",
  pedidosDePlano: "Pedidos de plano",
  perdidaEm: "Perdida em",
  perguntas: "Perguntas recebidas",
  pessoas: "Pessoas",
  planEndedOn: "Plano terminou em",
  por: "Prazo",
  postId: "Anúncio",
  postsCriados: "Anúncios publicados",
  problem: "O que houve na leitura",
  publishedAt: "Publicado em",
  q: "Noite até",
  quartos: "Quartos",
  rascunho: "Anúncio por terminar",
  recebePerguntas: "Recebe perguntas por e-mail",
  reportedAt: "Denunciada em",
  resposta: "Resposta",
  saida: "Saída",
  savedAt: "Guardado em",
  seenAt: "Vista em",
  semPreco: "Também casas sem preço",
  sentAt: "Enviado em",
  sessoes: "Onde você entrou",
  settledAs: "Resultado",
  settledAt: "Conferido em",
  sha256: "Resumo do arquivo (SHA-256)",
  sharedAt: "Compartilhado em",
  sinal: "Sinal",
  stays: "Estadias",
  stepsClosedAt: "Próximos passos fechados em",
  subject: "Assunto",
  takenCount: "Noites ocupadas na última mudança",
  temporada: "Temporada",
  temporadas: "Temporadas",
  texto: "Texto",
  title: "Título",
  toldOfEnd: "Fim de plano avisado no último dia",
  toldOn: "Último e-mail em",
  total: "Estadia até",
  unreadableCount: "Reservas que não deu para ler",
  updatedAt: "Mudado em",
  updatedBy: "Mudado por",
  usadaEm: "Último uso em",
  valeAte: "Sem uso, vale até",
  version: "Versão do anúncio",
  visitas: "Visitas contadas",
  waitUntil: "Próxima leitura só depois de",
  warnedOfEnd: "Fim de plano avisado uma semana antes",
  width: "Largura, em pixels",
  wishes: "O que a casa precisa ter",
};

/** Portuguese words for a stored name; null if there are none. */
export function findLabel(name: string): string | null {
  return Object.hasOwn(labels, name) ? (labels[name] ?? null) : null;
}

/** Words for a stored name; those of another version, or that a browser sent, are split into words. */
export function labelOf(name: string): string {
  const split = () => name.replace(/(?<=\p{Ll})\p{Lu}/gu, (up) => ` ${up.toLowerCase()}`);
  return findLabel(name) ?? capitalize(split());
}

const plainWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  answer: { livre: "Está livre", ocupado: "Está ocupado", respondido: "Já respondi" },
  endLetter: {
    "week-before": "uma semana antes",
    "last-day": "no último dia",
    paused: "na pausa dos anúncios",
    // No longer sent.
    "month-before": "um mês antes",
    ended: "depois do fim",
    "pause-soon": "antes da pausa dos anúncios",
  } satisfies Record<EndLetter, string> & Record<string, string>,
  kind: {
    visita: "Visualização",
    whatsapp: "Toque no WhatsApp",
    telefone: "Toque no telefone",
    // No longer counted.
    compartilhamento: "Compartilhamento",
    guardado: "Guardado na lista",
    busca: "Aparição nas buscas",
  } satisfies Record<VisitKind, string> & Record<string, string>,
  mudou: checkedParts,
  pausedBy: {
    owner: "o dono",
    operator: "o Mar de Minas",
    plan: "o fim do plano",
    block: "o bloqueio da conta",
  } satisfies Record<PausedBy, string>,
  por: Object.fromEntries(Object.entries(planTerms).map(([term, { label }]) => [term, label])),
  settledAs: { received: "recebido", missing: "não encontrado" },
  state: { waiting: "na fila", sent: "enviado", failed: "não entregue" },
  wishes: fieldLabels,
};

const inReais = (value: Plain) => {
  const text = String(value);
  return /^\d{1,7}(\.\d{2})?$/.test(text) ? formatReais(text) : text;
};
const asPhone = (value: Plain) => {
  const text = String(value);
  return /^\d+$/.test(text) ? formatPhone(text) : text;
};

const writers: Readonly<Record<string, (value: Plain) => string>> = {
  cents: (value) => formatCents(Number(value)),
  endedPlan: (value) => titleOf(String(value)),
  freed: writeNights,
  navegador: (value) => nameDevice(String(value)),
  nights: writeNights,
  numbersSentFor: (value) => monthName(monthOf(String(value))),
  pacote: inReais,
  plano: (value) => titleOf(String(value)),
  problem: (value) => describeProblem(String(value)),
  q: inReais,
  stays: writeNights,
  telefone: asPhone,
  telefone2: asPhone,
  total: inReais,
  valorDiaria: inReais,
  valorFds: inReais,
};

/** Writes a stored value as people read it: words, Brazilian dates, prices and telephones. */
export function writeStored(name: string, value: Plain): string {
  if (typeof value === "boolean") return value ? "Sim" : "Não";
  const words = Object.hasOwn(plainWords, name) ? plainWords[name] : undefined;
  const text = String(value);
  if (words && Object.hasOwn(words, text)) return words[text] ?? text;
  const write = Object.hasOwn(writers, name) ? writers[name] : undefined;
  if (write) return write(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatCivilDate(text);
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return writeInstant(new Date(text));
  return text;
}

function writeInstant(instant: Date): string {
  return `${formatCivilDate(civilDateOf(instant))}, ${formatClock(instant)}`;
}

/** PostgreSQL's half-open ranges, as check-in and check-out. */
function writeNights(value: Plain): string {
  const ranges = [...String(value).matchAll(/\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)\)/g)];
  return ranges
    .map(([, de = "", ate = ""]) => `${formatCivilDate(de)} a ${formatCivilDate(ate)}`)
    .join(", ");
}
