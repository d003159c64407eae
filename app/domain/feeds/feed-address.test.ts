import { expect, test } from "vitest";
import {
  findFeedAddress,
  hostAndPort,
  isGoogleSharingLink,
  nameFeed,
  parseFeedAddress,
} from "./feed-address.ts";

test.each([
  [
    "https://www.airbnb.com.br/calendar/ical/1.ics?s=abc",
    "https://www.airbnb.com.br/calendar/ical/1.ics?s=abc",
  ],
  ["  https://a.example/x.ics \n", "https://a.example/x.ics"],
  ["webcal://p01.icloud.com/published/2/abc", "https://p01.icloud.com/published/2/abc"],
  ["WEBCALS://a.example/x.ics", "https://a.example/x.ics"],
  ["http://a.example/x.ics", "http://a.example/x.ics"],
  ["https://a.example:443/x.ics#top", "https://a.example/x.ics"],
  ["http://a.example:443/x.ics", "http://a.example:443/x.ics"],
  ["https://marésdeminas.example/x.ics", "https://xn--marsdeminas-dbb.example/x.ics"],
  ["Airbnb: https://a.example/x.ics?s=1.", "https://a.example/x.ics?s=1"],
  ["(https://a.example/x.ics)", "https://a.example/x.ics"],
  ["“webcal://a.example/x.ics”,", "https://a.example/x.ics"],
  ["<https://a.example/x.ics?a=1&amp;b=2_->", "https://a.example/x.ics?a=1&b=2_-"],
  ["www.airbnb.com.br/calendar/ical/1.ics", "https://www.airbnb.com.br/calendar/ical/1.ics"],
  ["o link é admin.booking.com/ical.html?t=1!", "https://admin.booking.com/ical.html?t=1"],
  // As messengers, pages and half a paste leave it.
  ["\u202ahttps://a.example/x.ics\u200b\u202c", "https://a.example/x.ics"],
  ["*https://a.example/x.ics?s=1*", "https://a.example/x.ics?s=1"],
  ["https://a.example/x.ics?s=1%0D%0A", "https://a.example/x.ics?s=1"],
  ["&lt;https://a.example/x.ics?s=1&gt;", "https://a.example/x.ics?s=1"],
  ["webcal://https://a.example/x.ics", "https://a.example/x.ics"],
  ["https://https://a.example/x.ics", "https://a.example/x.ics"],
  // Spellings of 127.0.0.1, which is refused when connecting.
  ["http://2130706433/", "http://127.0.0.1/"],
  ["http://0x7f.1/", "http://127.0.0.1/"],
  ["http://１２７.0.0.1/", "http://127.0.0.1/"],
  ["http://%31%32%37.0.0.1/", "http://127.0.0.1/"],
])("%s is fetched as %s", (text, href) => {
  expect(parseFeedAddress(findFeedAddress(text))?.href).toBe(href);
});

test.each([
  ["nothing", ""],
  ["no address", "meu calendário"],
  ["a file", "file:///etc/passwd"],
  ["ftp", "ftp://a.example/x.ics"],
  ["javascript", "javascript:alert(1)"],
  ["a password", "https://ana:senha@a.example/x.ics"],
  ["another port", "https://a.example:8443/x.ics"],
  ["more than 2,000 characters", `https://a.example/${"x".repeat(2000)}`],
])("rejects %s", (_name, text) => {
  expect(parseFeedAddress(findFeedAddress(text))).toBeNull();
});

test.each([
  ["https://calendar.google.com/calendar/u/0?cid=YW5h", true],
  ["https://calendar.google.com/calendar/embed?src=ana%40gmail.com&ctz=America%2FSao_Paulo", true],
  ["https://calendar.app.google/Ab1Cd2", true],
  ["https://calendar.google.com/calendar/ical/ana%40gmail.com/private-1f/basic.ics", false],
  ["https://google.example/calendar/u/0", false],
])("%s is a link for sharing with people: %s", (address, isForPeople) => {
  expect(isGoogleSharingLink(new URL(address))).toBe(isForPeople);
});

test("an allowed host may have any port, and only that one", () => {
  const allowed = ["127.0.0.1:8123", "[::1]:8124"];
  expect(parseFeedAddress("http://127.0.0.1:8123/x.ics", allowed)).not.toBeNull();
  expect(parseFeedAddress("https://[::1]:8124/x.ics", allowed)).not.toBeNull();
  expect(parseFeedAddress("http://127.0.0.1:8124/x.ics", allowed)).toBeNull();
  expect(parseFeedAddress("http://localhost:8123/x.ics", allowed)).toBeNull();
});

test("hosts are compared with their port", () => {
  expect(hostAndPort(new URL("https://a.example/x"))).toBe("a.example:443");
  expect(hostAndPort(new URL("http://A.example/x"))).toBe("a.example:80");
});

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
