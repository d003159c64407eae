import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createSignedLinks } from "./signed-links.server.ts";

const links = createSignedLinks("x".repeat(32));
const id = randomUUID();
const now = new Date("2026-11-22T12:00:00Z");
const after = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms);

test("a link works repeatedly, for 45 days to confirm and for a year to unsubscribe", () => {
  const confirm = links.sign("confirm", id, now);
  expect(links.read("confirm", confirm, now)).toBe(id);
  expect(links.read("confirm", confirm, after(45, -1))).toBe(id);
  expect(links.read("confirm", confirm, after(45))).toBeNull();
  const unsubscribe = links.sign("unsubscribe", id, now);
  expect(links.read("unsubscribe", unsubscribe, after(365, -1))).toBe(id);
  expect(links.read("unsubscribe", unsubscribe, after(365))).toBeNull();
});

test("a link does nothing else, and nothing on another site", () => {
  const confirm = links.sign("confirm", id, now);
  expect(links.read("unsubscribe", confirm, now)).toBeNull();
  expect(createSignedLinks("y".repeat(32)).read("confirm", confirm, now)).toBeNull();
});

test("a link changed in any character is invalid", () => {
  const token = links.sign("confirm", id, now);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === "0" ? "1" : "0";
    const changed = token.slice(0, at) + other + token.slice(at + 1);
    expect(links.read("confirm", changed, now), String(at)).toBeNull();
  }
  const otherId = randomUUID().replaceAll("-", "") + token.slice(32);
  for (const bad of ["", "x", `${token}x`, token.slice(1), token.toUpperCase(), otherId]) {
    expect(links.read("confirm", bad, now), bad).toBeNull();
  }
});
