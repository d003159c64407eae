import { type AskedSearch, readAsked } from "../../listings/asked/asked-search.ts";
import { type DemandedHouse, type MissedBy, prepareVerdict } from "./misses.ts";

/** Searches of a period that asked for the same. */
export interface AskedOften {
  localizacao: string;
  asked: string;
  n: number;
  /** Those of its days since the calendar was last fresh. */
  stale: number;
}

/** Searches that would have shown the house but for one thing. */
export interface Missed {
  by: MissedBy;
  /** The holiday that they were about, if it is the same for all. */
  holiday: string | null;
  n: number;
}

export interface Demand {
  /** Searches in which the house was shown. */
  appeared: number;
  /** Most frequent first. */
  missed: Missed[];
  /** Searches by dates that the house matched while nobody had confirmed its calendar. */
  unconfirmed: number;
}

/** Days that searches are kept: enough for the letter of a month, even at the end of the next. */
export const keptSearchDays = 100;

/** Fewer lost searches say nothing. */
export const fewestMissed = 5;

/** Adds up what kept a house out of searches; a search that it missed for several reasons counts for none. */
export function sumMissed(
  house: DemandedHouse,
  searches: readonly AskedOften[],
): Omit<Demand, "appeared"> {
  const judge = prepareVerdict(house);
  const missed = new Map<string, Missed>();
  let unconfirmed = 0;
  for (const { localizacao, asked: text, n, stale } of searches) {
    const asked = read(localizacao, text);
    const verdict = asked && judge(asked);
    if (!asked || !verdict) continue;
    if (verdict.fits && asked.month !== null) unconfirmed += stale;
    const [by, ...others] = verdict.missedBy;
    if (!by || others.length > 0) continue;
    // A missing price is worth a sentence about the holiday it is missing for.
    const holiday = by === "noPrice" ? asked.holiday : null;
    const key = `${by} ${holiday}`;
    missed.set(key, { by, holiday, n: (missed.get(key)?.n ?? 0) + n });
  }
  return {
    missed: [...missed.values()]
      .filter(({ n }) => n >= fewestMissed)
      .sort((one, other) => other.n - one.n || (one.by < other.by ? -1 : 1)),
    unconfirmed,
  };
}

/** Null for the searches beyond a day's limit of rows. */
function read(localizacao: string, text: string): AskedSearch | null {
  if (localizacao === "" && text === "") return null;
  const asked = readAsked(text);
  return asked && { ...asked, localizacao: localizacao || null };
}
