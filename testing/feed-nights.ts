import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readNights } from "../app/feeds/reading/read-nights.server.ts";

const today = "2026-11-21";
export const listingId = "8f3c2a10-5b7e-4d1f-9c44-1d2e3f4a5b6c";

export function read(text: string | Uint8Array) {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return readNights(bytes, { today, listingId });
}

/** As "2026-12-11/2026-12-13", with the day after the last night. */
export function nightsOf(text: string | Uint8Array): string[] {
  const result = read(text);
  if (!result.ok) throw new Error(result.reason);
  return result.nights.map(({ from, to }) => `${from}/${to}`);
}

export function countsOf(text: string) {
  const result = read(text);
  return result.ok ? result.counts : result.reason;
}

export function calendar(...components: string[]): string {
  return `${["BEGIN:VCALENDAR", "VERSION:2.0", ...components, "END:VCALENDAR"].join("\r\n")}\r\n`;
}

export function event(...lines: string[]): string {
  return ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
}

export function days(from: string, to: string): string[] {
  return [`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${to}`];
}

export const fromEleventh = "DTSTART;VALUE=DATE:20261211";

/** Tests each calendar in processes of three zones: a feed's nights must not depend on the server's. */
export function testInEveryZone(
  calendars: [shape: string, text: string, nights: string[]][],
): void {
  describe.each([
    ["UTC", 0],
    ["America/Sao_Paulo", 180],
    ["Pacific/Auckland", -780],
  ])("in a process of zone %s", (zone, offset) => {
    const before = process.env.TZ;
    beforeAll(() => {
      process.env.TZ = zone;
    });
    afterAll(() => {
      process.env.TZ = before;
    });

    test("the process is in that zone", () => {
      expect(new Date("2026-12-11T12:00:00Z").getTimezoneOffset()).toBe(offset);
    });

    test.each(calendars)("%s", (_shape, text, nights) => {
      expect(nightsOf(text)).toEqual(nights);
    });
  });
}
