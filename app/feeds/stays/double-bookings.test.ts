import { expect, test } from "vitest";
import type { NightRange } from "../../calendar/night-window.ts";
import { describeSources } from "./double-booking-words.ts";
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
    "one stay within another",
    { airbnb: ["10-15"], booking: ["11-13"] },
    ["Airbnb Booking.com 11-13"],
  ],
  ["own nights and a site", { own: ["10-12"], airbnb: ["11-14"] }, ["você Airbnb 11-12"]],
  [
    "own nights and two sites",
    { own: ["10-13"], airbnb: ["12-15"], booking: ["11-12"] },
    ["você Airbnb 12-13", "você Booking.com 11-12"],
  ],
  [
    "a stay besides one that both have",
    { airbnb: ["10-12"], booking: ["10-12", "11-13"] },
    ["Airbnb Booking.com 11-12"],
  ],
  [
    "a stay within several that are no more than a part of it",
    { airbnb: ["10-12", "13-15"], booking: ["10-15"] },
    ["Airbnb Booking.com 10-12", "Airbnb Booking.com 13-15"],
  ],
])("nights are taken twice: %s", (_, calendars, expected) => {
  expect(between(calendars)).toEqual(expected);
});

test.each([
  ["one leaves on the day the other arrives", { airbnb: ["10-12"], booking: ["12-15"] }],
  ["a stay that one site passed on to the other", { airbnb: ["10-12"], booking: ["10-12"] }],
  ["stays that the other site joined", { airbnb: ["10-12", "12-15"], booking: ["10-15"] }],
  ["own nights that were sold on the site", { own: ["10-15"], airbnb: ["10-12", "12-15"] }],
  ["own nights that came back from the site", { own: ["10-12"], booking: ["10-12"] }],
])("nights are not taken twice: %s", (_, calendars) => {
  expect(between(calendars)).toEqual([]);
});

test("a stay under way is the same one however far back it is said to begin", () => {
  expect(between({ airbnb: ["02-12"], booking: ["05-12"] }, "2026-12-08")).toEqual([]);
  expect(between({ airbnb: ["02-08"], booking: ["03-07"] }, "2026-12-08")).toEqual([]);
});

test("both sources are named", () => {
  const range = { from: "2026-12-10", to: "2026-12-11" };
  expect(
    describeSources({ ...range, oneId: null, otherId: "a", one: "você", other: "Airbnb" }),
  ).toBe("marcada por você e ocupada no Airbnb");
  expect(
    describeSources({
      ...range,
      to: "2026-12-13",
      oneId: "a",
      otherId: "b",
      one: "Airbnb",
      other: "Booking.com",
    }),
  ).toBe("ocupadas no Airbnb e no Booking.com");
});
