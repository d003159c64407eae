import type { CheckedState } from "../../../platform/db/check-schema.ts";
import { nationalDigits } from "../../../platform/ui/forms/phone.ts";
import { isSameName } from "../../../platform/ui/same-name.ts";
import { civilDate, civilDateOf, daysFrom } from "../../calendar/civil-date.ts";
import { distanceKm, type Position } from "../../region/position.ts";

/** The owner is written to this many days before a check ends. */
export const noticeDays = [30, 7] as const;

/** Closer than this, a pin still points at the same house: advertisers tap it on a small map. */
const maxPinKm = 0.3;

/**
 * First day on which a check no longer counts: the same day of the next year. A check on February 29 ends on March 1, as the
 * Civil Code counts years (art. 132, §3).
 */
export function endOfCheck(checkedOn: string): string {
  const [year = 0, month = 0, day = 0] = checkedOn.split("-").map(Number);
  return new Date(Date.UTC(year + 1, month - 1, day)).toISOString().slice(0, 10);
}

/** The latest day of a check that has ended by `day`. */
export function lastEndedCheck(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return civilDate(year - 1, month, date) ?? `${year - 1}-02-28`;
}

/** Days left of a check, zero or less once it has ended. */
export function daysLeftOf(checkedAt: Date, day: string): number {
  return daysFrom(day, endOfCheck(civilDateOf(checkedAt)));
}

export function isCheckValid(checkedAt: Date | null, day: string): boolean {
  return checkedAt !== null && daysLeftOf(checkedAt, day) > 0;
}

/** Changing any of these ends a check. The words complete a sentence. */
export const checkedParts = {
  foto: "mais da metade das fotos",
  createdBy: "o nome de quem anuncia",
  localizacao: "o lugar",
  enderecoCompleto: "o endereço",
  mapa: "o ponto no mapa",
  telefone: "o telefone",
  telefone2: "o segundo telefone",
  nomePix: "o nome no Pix",
} as const;

export type CheckedPart = keyof typeof checkedParts;

/** Lists what differs from what the check saw. The same thing written differently doesn't. */
export function listChangedParts(seen: CheckedState, now: CheckedState): CheckedPart[] {
  const isChanged: Record<CheckedPart, boolean> = {
    foto: countUnchanged(seen.photos, now.photos) * 2 < seen.photos.length,
    createdBy: !isSameName(seen.createdBy, now.createdBy),
    localizacao: seen.localizacao !== now.localizacao,
    enderecoCompleto: !isSameName(bare(seen.enderecoCompleto), bare(now.enderecoCompleto)),
    mapa: hasMoved(seen.position, now.position),
    telefone: isNewNumber(seen, now.telefone),
    telefone2: isNewNumber(seen, now.telefone2),
    nomePix: !isSameName(seen.nomePix, now.nomePix),
  };
  return (Object.keys(checkedParts) as CheckedPart[]).filter((part) => isChanged[part]);
}

/** The numbers may change places, and one of them may go: only one that the check hasn't seen is new. */
function isNewNumber(seen: CheckedState, number = ""): boolean {
  const digits = nationalDigits(number);
  return (
    digits !== "" && ![seen.telefone, seen.telefone2 ?? ""].map(nationalDigits).includes(digits)
  );
}

/** A turned photo has a new id, and the original's hash. */
function countUnchanged(seen: CheckedState["photos"], now: CheckedState["photos"]): number {
  return seen.filter(({ id, sha256 }) =>
    now.some((photo) => photo.id === id || (sha256 !== null && photo.sha256 === sha256)),
  ).length;
}

function bare(address: string): string {
  return address.replace(/[^\p{L}\p{N}\p{M}]+/gu, " ");
}

function hasMoved(from: Position | null, to: Position | null): boolean {
  if (!from || !to) return from !== to;
  return distanceKm(from, to) > maxPinKm;
}
