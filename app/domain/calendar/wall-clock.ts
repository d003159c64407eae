/**
 * A zone's wall clock: takes an instant and returns what the zone's clocks show then, counted as if they
 * showed UTC; both in ms since 1970. Throws a RangeError if there is no such zone.
 */
export function wallClock(timeZone: string): (instant: number) => number {
  // Read by its parts: the order, separators and padding of a locale differ between versions of
  // ICU.
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (instant) => {
    const parts = format.formatToParts(instant);
    const read = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((part) => part.type === type)?.value);
    // Some engines write midnight as 24.
    const hour = read("hour") % 24;
    return Date.UTC(
      read("year"),
      read("month") - 1,
      read("day"),
      hour,
      read("minute"),
      read("second"),
    );
  };
}
