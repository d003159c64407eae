import { expect, test } from "vitest";
import { nameFeed } from "../feed-address.ts";

test.each([
  ["https://www.airbnb.com.br/calendar/ical/1.ics?s=abc", "Airbnb"],
  ["https://ical.booking.com/v1/export?t=1", "Booking"],
  ["http://www.homeaway.com.br/icalendar/1.ics", "Vrbo"],
  ["https://calendar.google.com/calendar/ical/a/basic.ics", "Google"],
  ["https://p01-caldav.icloud.com/published/2/abc", "Apple"],
  ["https://outlook.live.com/owa/calendar/1/calendar.ics", "Outlook"],
  ["https://www.notairbnb.com/1.ics", "notairbnb.com"],
  ["https://airbnb.com.evil.example/1.ics", "airbnb.com.evil.example"],
  ["http://127.0.0.1:8123/1.ics", "127.0.0.1"],
])("%s is named %s", (address, name) => {
  expect(nameFeed(new URL(address), [])).toBe(name);
});

test("feeds of the same site are numbered", () => {
  const address = new URL("https://www.airbnb.com/calendar/ical/1.ics");
  expect(nameFeed(address, ["Airbnb"])).toBe("Airbnb 2");
  expect(nameFeed(address, ["Airbnb", "Airbnb 2"])).toBe("Airbnb 3");
});
