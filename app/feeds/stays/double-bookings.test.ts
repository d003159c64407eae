import { expect, test } from "vitest";
import type { NightRange } from "../../calendar/night-window.ts";
import { findDoubleBookings } from "./double-bookings.ts";

const today = "2026-12-01";

/** Days of December: "10-12" is the stay that ends on the 12th. */
function stays(...written: string[]): NightRange[] {
  return written.map((text) => {
    const [from, to] = text.split("-");
    return { from: `2026-12-${from}`, to: `2026-12-${to}` };
  });
}

function between(
  calendars: { own?: string[]; airbnb?: string[]; booking?: string[] },
  day = today,
): string[] {
  const { own = [], airbnb = [], booking = [] } = calendars;
  const found = findDoubleBookings(
    [
      { feedId: null, name: "você", stays: stays(...own) },
      { feedId: "a", name: "Airbnb", stays: stays(...airbnb) },
      { feedId: "b", name: "Booking.com", stays: stays(...booking) },
    ],
    day,
  );
  return found.map(({ one, other, from, to }) => `${one} ${other} ${from.slice(8)}-${to.slice(8)}`);
}

test.each([
  [
    "two sites in some nights",
    { airbnb: ["10-13"], booking: ["12-15"] },
    ["Airbnb Booking.com 12-13"],
  ],
  [
    "own nights and two sites",
    { own: ["10-13"], airbnb: ["12-15"], booking: ["11-12"] },
    ["você Airbnb 12-13", "você Booking.com 11-12"],
  ],
])("nights are taken twice: %s", (_, calendars, expected) => {
  expect(between(calendars)).toEqual(expected);
});

test.each([
  ["one leaves on the day the other arrives", { airbnb: ["10-12"], booking: ["12-15"] }],
  ["a stay that one site passed on to the other", { airbnb: ["10-12"], booking: ["10-12"] }],
])("nights are not taken twice: %s", (_, calendars) => {
  expect(between(calendars)).toEqual([]);
});
