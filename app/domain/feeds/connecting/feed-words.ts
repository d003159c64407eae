/** A feed as shown to its listing's owner; its address stays on the server. */
export interface ConnectedFeed {
  id: string;
  nome: string;
  /** Events of the last good copy that leave nights free, and those that couldn't be read. */
  freeCount: number;
  unreadableCount: number;
  goodAt: Date | null;
  /** First failure since the last good copy, and the reason for the latest one. */
  failingSince: Date | null;
  problem: string | null;
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

export function formatAge(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 1) return "agora há pouco";
  if (minutes < 60) return minutes === 1 ? "há 1 minuto" : `há ${minutes} minutos`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return hours === 1 ? "há 1 hora" : `há ${hours} horas`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "há 1 dia" : `há ${days} dias`;
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
