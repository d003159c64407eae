import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { listHolidaysOf } from "../app/domain/calendar/holidays.ts";
import type { Stay } from "../app/domain/calendar/stays.ts";

/** Finds the first stay so many days from now, or later, that no holiday touches. */
export function findOrdinaryStay(inDays: number, nights: number): Stay {
  const checkIn = addDays(today(), inDays);
  const stay = { checkIn, checkOut: addDays(checkIn, nights) };
  return listHolidaysOf(stay).length === 0 ? stay : findOrdinaryStay(inDays + 1, nights);
}
