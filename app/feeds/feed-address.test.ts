import { expect, test } from "vitest";
import { hostAndPort, parseFeedAddress } from "./feed-address.ts";

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
  // Spellings of 127.0.0.1, which is refused when connecting.
  ["http://2130706433/", "http://127.0.0.1/"],
  ["http://0x7f.1/", "http://127.0.0.1/"],
  ["http://１２７.0.0.1/", "http://127.0.0.1/"],
  ["http://%31%32%37.0.0.1/", "http://127.0.0.1/"],
])("%s is fetched as %s", (text, href) => {
  expect(parseFeedAddress(text)?.href).toBe(href);
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
  expect(parseFeedAddress(text)).toBeNull();
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
