const nightsPrefix = "calendario:";
/** Forms, uploads, votes, answers and lists that version 1 kept; they are dropped wherever they are found. */
const oldPrefixes = [
  "mardeminas.rascunho.",
  "mardeminas.envios",
  "mardeminas.votos.",
  "mardeminas.respostas.",
  "mardeminas.listas",
];
const privatePrefixes = [nightsPrefix, ...oldPrefixes];

/** Private data of each tab: the ads that its lists showed, and how far they were read. */
const tabPrivate = ["mais-anuncios", "react-router-scroll-positions"];

/** Key of unsaved nights of an ad's calendar, which logout and account deletion also clear. */
export function waitingNightsKey(uid: string, listingId: string): string {
  return `${nightsPrefix}${uid}:${listingId}`;
}

export interface WaitingNights {
  key: string;
  listingId: string;
  /** Number of nights to mark or free. */
  count: number;
}

/** Lists the waiting nights of all accounts on this device. */
export function listWaitingNights(): WaitingNights[] {
  const waiting: WaitingNights[] = [];
  forEachKey(nightsPrefix, (key) => {
    const nights: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    const listingId = key.split(":").at(-1) ?? "";
    waiting.push({ key, listingId, count: Object.keys(nights ?? {}).length });
  });
  return waiting;
}

/** Drops whatever is private; saved ads and lists belong to the device. */
export function dropPrivate(): void {
  for (const start of privatePrefixes) forEachKey(start, remove);
  dropTabPrivate();
  // The page stores them as it is left, so delete them after that.
  addEventListener("pagehide", dropTabPrivate, { once: true });
}

export function dropOldForms(): void {
  for (const start of oldPrefixes) forEachKey(start, remove);
}

function dropTabPrivate(): void {
  try {
    for (const key of tabPrivate) sessionStorage.removeItem(key);
  } catch {
    // Storage is unavailable.
  }
}

function remove(key: string): void {
  localStorage.removeItem(key);
}

function forEachKey(start: string, visit: (key: string) => void): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) visit(key);
  } catch {
    // Storage is unavailable.
  }
}
