import { addDays, today } from "../../app/calendar/civil-date.ts";
import { type Ad, type Advertiser, ask, confirm, type Form, post } from "./fault-advertiser.ts";
import type { Faults, SiteStorage } from "./fault-checks.ts";

interface SeasonValues {
  de: string;
  ate: string;
  valorFds: string;
  valorDiaria: string;
  minimoNoites: string;
}

/** A season as its owner knows it. */
interface KnownSeason {
  temporada: string;
  /** Id of the season, once a check has found it. */
  id: string | null;
  /** Values last confirmed by the site. */
  confirmed: SeasonValues | null;
  /** Values of the request that got no response. */
  pending: SeasonValues | null;
}

/** An ad's confirmed dates, apart from its nights. */
export interface KnownDates {
  seasons: KnownSeason[];
  /** When the last confirmed 'Está em dia' was sent, epoch ms. */
  confirmedAt: number;
}

const maxSeasons = 3;

function send(site: string, { cookie }: Advertiser, path: string, fields: Form) {
  return ask(`${site}/posts/${path}`, post(fields, cookie));
}

/** Marks the night, or frees it if it is marked. */
export async function tapNight(
  site: string,
  advertiser: Advertiser,
  ad: Ad,
  id: string,
  night: string,
): Promise<void> {
  if (!ad.confirmed) throw new Error("no ad to tap a night of");
  const before = ad.confirmed.day.split(",");
  const isMarked = before.includes(night);
  const nights = isMarked ? before.filter((one) => one !== night) : [...before, night];
  const state = { ...ad.confirmed, day: nights.filter(Boolean).sort().join() };
  ad.pending = { kind: "edit", state };
  const field = { [isMarked ? "liberar" : "marcar"]: night };
  const answer = await send(site, advertiser, `${id}/calendario/noites`, field);
  confirm(answer, 200, "tapping a night");
  Object.assign(ad, { confirmed: state, pending: null });
}

/** Changes a season once there are enough. `number` makes the values differ. */
export async function saveSeason(
  site: string,
  advertiser: Advertiser,
  id: string,
  { seasons }: KnownDates,
  number: number,
): Promise<void> {
  const known = seasons.length < maxSeasons ? null : seasons[number % maxSeasons];
  const season: KnownSeason = known?.id
    ? known
    : { temporada: `Temporada ${number}`, id: null, confirmed: null, pending: null };
  if (season !== known) seasons.push(season);
  const values = {
    de: addDays(today(), 100),
    ate: addDays(today(), 102 + (number % 8)),
    valorFds: String(1000 + number),
    valorDiaria: String(500 + number),
    minimoNoites: String(1 + (number % 5)),
  };
  season.pending = values;
  const { id: seasonId, temporada } = season;
  const fields = { intent: "temporada", id: seasonId ?? "", temporada, ...values };
  confirm(await send(site, advertiser, `${id}/calendario`, fields), 200, "saving a season");
  Object.assign(season, { confirmed: values, pending: null });
}

export async function confirmDates(
  site: string,
  advertiser: Advertiser,
  id: string,
  known: KnownDates,
): Promise<void> {
  const sentAt = Date.now();
  const answer = await send(site, advertiser, `${id}/calendario`, { intent: "confirmar" });
  confirm(answer, 200, "confirming the calendar");
  known.confirmedAt = sentAt;
}

/**
 * Each season must have all the values confirmed or all those of an unanswered request, and the
 * last confirmation must be stored. Resolves unanswered requests in `known`.
 */
export async function checkDates({ db }: SiteStorage, known: KnownDates): Promise<Faults> {
  const faults: Faults = [];
  const { rows } = await db.query<SeasonValues & { id: string; temporada: string }>(`
    select id::text, temporada, de::text, ate::text, "valorFds", "valorDiaria",
      "minimoNoites"::text as "minimoNoites" from seasons`);
  for (const season of known.seasons) {
    const { temporada, confirmed, pending } = season;
    const [row, second] = rows.filter((one) => one.temporada === temporada);
    if (second) faults.push(`${temporada} was saved twice`);
    if (!row && confirmed) faults.push(`${temporada} is gone`);
    const { id: _id, temporada: _name, ...values } = row ?? { id: "", temporada: "" };
    const text = JSON.stringify(values);
    const found = [confirmed, pending].find((one) => one && JSON.stringify(one) === text);
    if (row && !found) {
      faults.push(`${temporada} is ${text}, not one of ${JSON.stringify([confirmed, pending])}`);
    }
    Object.assign(season, { id: row?.id ?? null, confirmed: found ?? null, pending: null });
  }
  known.seasons = known.seasons.filter(({ id }) => id !== null);
  for (const { temporada } of rows) {
    if (!known.seasons.some((season) => season.temporada === temporada)) {
      faults.push(`nobody saved ${temporada}`);
    }
  }
  const latest = await db.query<{ at: Date | null }>(
    `select max("datesConfirmedAt") as at from posts`,
  );
  if ((latest.rows[0]?.at?.getTime() ?? 0) < known.confirmedAt) {
    faults.push("a confirmation of the calendar is gone");
  }
  return faults;
}
