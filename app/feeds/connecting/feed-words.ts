import { civilDateOf, formatCivilDate, formatClock } from "../../calendar/civil-date.ts";
import { formatNights } from "../../calendar/stays.ts";

/** A feed as shown to its listing's owner; its address stays on the server. */
export interface ConnectedFeed {
  id: string;
  nome: string;
  nightCount: number;
  lastNight: string | null;
  /** Events of the last good copy that leave nights free, and those that couldn't be read. */
  freeCount: number;
  unreadableCount: number;
  goodAt: Date | null;
  /** First failure since the last good copy, and the reason for the latest one. */
  failingSince: Date | null;
  problem: string | null;
  /** The last change of its nights, and the coming nights that it took and freed. */
  nightsChangedAt: Date | null;
  takenCount: number;
  freedCount: number;
  /** When the calendar first came without the nights it had. */
  emptySince: Date | null;
  isElsewhereToo: boolean;
}

/** The buttons of the part of the page that is about feeds. */
const feedIntents = [
  "conectar",
  "desconectar",
  "sincronizar",
  "aceitar-vazio",
  "novo-endereco",
] as const;

export type FeedIntent = (typeof feedIntents)[number];

export function isFeedIntent(intent: string): intent is FeedIntent {
  return feedIntents.some((known) => known === intent);
}

/** Something about the feed needs its owner. */
export function isInTrouble({ failingSince, emptySince }: ConnectedFeed): boolean {
  return failingSince !== null || emptySince !== null;
}

export interface FeedsDone {
  notice?: string;
  /** Set if not everything succeeded. */
  problem?: string;
  asksToRenew?: boolean;
}

interface NightsChange {
  takenCount: number;
  freedCount: number;
}

export type SyncedFeed = { nome: string } & (
  | { outcome: "failed" | "busy" }
  /** Null if the nights stayed as they were. */
  | { outcome: "read"; change: NightsChange | null }
  /** Its site asked to wait. */
  | { outcome: "waiting"; waitUntil: Date }
);

/** Returns a notice if all feeds were read, otherwise a problem with the number read and what to do. */
export function describeSync(synced: readonly SyncedFeed[], now: Date): FeedsDone {
  const read = synced.filter(({ outcome }) => outcome === "read").length;
  const changes = describeChanges(synced);
  if (read === synced.length) return { notice: ["Calendários lidos agora.", ...changes].join(" ") };
  const sentences = [
    ...changes,
    read === 0
      ? "Nenhum calendário foi lido."
      : `${read} de ${synced.length} calendários ${read === 1 ? "lido" : "lidos"}.`,
  ];
  const has = (wanted: string) => synced.some(({ outcome }) => outcome === wanted);
  if (has("failed")) sentences.push("Veja o motivo abaixo, no que falhou.");
  if (has("busy")) {
    sentences.push("Estamos lendo outros calendários do mesmo site. Tente de novo daqui a pouco.");
  }
  for (const feed of synced) {
    if (feed.outcome !== "waiting") continue;
    sentences.push(`${feed.nome} pediu para esperar até ${formatUntil(feed.waitUntil, now)}.`);
  }
  return { problem: sentences.join(" ") };
}

function describeChanges(synced: readonly SyncedFeed[]): string[] {
  const read = synced.filter((feed) => feed.outcome === "read");
  const changed = read.flatMap(({ nome, change }) =>
    change ? [`${nome}: ${describeChange(change)}.`] : [],
  );
  return changed.length === 0 && read.length > 0 ? ["Nada mudou."] : changed;
}

/** Writes "2 noites novas ocupadas, 5 noites ficaram livres". */
function describeChange({ takenCount, freedCount }: NightsChange): string {
  const parts: string[] = [];
  if (takenCount > 0) {
    parts.push(takenCount === 1 ? "1 noite nova ocupada" : `${takenCount} noites novas ocupadas`);
  }
  if (freedCount > 0) {
    parts.push(freedCount === 1 ? "1 noite ficou livre" : `${freedCount} noites ficaram livres`);
  }
  return parts.join(", ") || "nenhuma noite daqui para a frente mudou";
}

/** "14:30", or "25/11/2026 às 14:30" on another day; rounded up to the minute. */
function formatUntil(until: Date, now: Date): string {
  const minute = new Date(Math.ceil(until.getTime() / 60_000) * 60_000);
  const day = civilDateOf(minute);
  const clock = formatClock(minute);
  return day === civilDateOf(now) ? clock : `${formatCivilDate(day)} às ${clock}`;
}

export function formatAge(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 1) return "agora há pouco";
  if (minutes < 60) return minutes === 1 ? "há 1 minuto" : `há ${minutes} minutos`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "há 1 hora" : `há ${hours} horas`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "há 1 dia" : `há ${days} dias`;
}

export function describeNights({
  nightCount,
  lastNight,
}: Pick<ConnectedFeed, "nightCount" | "lastNight">): string {
  if (nightCount === 0 || !lastNight) return "Nenhuma noite ocupada daqui para a frente.";
  const taken = nightCount === 1 ? "ocupada" : "ocupadas";
  return `${formatNights(nightCount)} ${taken}, a última em ${formatCivilDate(lastNight)}.`;
}

/** Says what the last reading with news changed, if it isn't older than a week. */
export function describeLastChange(
  feed: Pick<ConnectedFeed, "nightsChangedAt" | "takenCount" | "freedCount">,
  now: Date,
): string[] {
  const { nightsChangedAt: at, takenCount, freedCount } = feed;
  const isRecent = at !== null && now.getTime() - at.getTime() < 7 * 24 * 3_600_000;
  if (!isRecent || takenCount + freedCount === 0) return [];
  return [`Mudou ${formatAge(at, now)}: ${describeChange(feed)}.`];
}

/** Sentences about events that took no night though they might have. */
export function describeLeftOut({
  freeCount,
  unreadableCount,
}: Pick<ConnectedFeed, "freeCount" | "unreadableCount">): string[] {
  const sentences: string[] = [];
  if (freeCount > 0) {
    const events =
      freeCount === 1 ? "1 evento está marcado" : `${freeCount} eventos estão marcados`;
    sentences.push(
      `${events} como “livre” lá e não ocupam noites. Para ocupar, mude para “ocupado”.`,
    );
  }
  if (unreadableCount > 0) {
    const events =
      unreadableCount === 1
        ? "1 evento não pôde ser lido."
        : `${unreadableCount} eventos não puderam ser lidos.`;
    sentences.push(`${events} Confira esses dias.`);
  }
  return sentences;
}
