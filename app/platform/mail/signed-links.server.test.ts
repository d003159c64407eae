import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publishOwnAd } from "../../../testing/own-ad.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { numbersStopLinks } from "../../domain/listings/visits/month-letters.server.ts";
import { confirmationLinks, reminderStopLinks } from "../../owner/calendar/reminders.server.ts";
import { users } from "../db/schema.ts";
import { createSignedLinks } from "./signed-links.server.ts";

const sharedSite = shareTestSite();
const links = createSignedLinks("x".repeat(32));
const now = new Date("2026-11-22T12:00:00Z");
const after = (days: number, ms = 0) => new Date(now.getTime() + days * 86_400_000 + ms);

const publishOwn = () => publishOwnAd(sharedSite());

test("a link works repeatedly, for 45 days to confirm and for a year to unsubscribe", async () => {
  const { db } = sharedSite();
  const { id, user } = await publishOwn();
  const confirm = await links.sign(db, confirmationLinks, id, now);
  expect(await links.read(db, confirmationLinks, confirm, now)).toBe(id);
  expect(await links.read(db, confirmationLinks, confirm, after(45, -1))).toBe(id);
  expect(await links.read(db, confirmationLinks, confirm, after(45))).toBeNull();
  const unsubscribe = await links.sign(db, reminderStopLinks, user.uid, now);
  expect(await links.read(db, reminderStopLinks, unsubscribe, after(365, -1))).toBe(user.uid);
  expect(await links.read(db, reminderStopLinks, unsubscribe, after(365))).toBeNull();
});

test("a link does nothing else, and nothing on another site", async () => {
  const { db } = sharedSite();
  const { id, user } = await publishOwn();
  const confirm = await links.sign(db, confirmationLinks, id, now);
  expect(await links.read(db, reminderStopLinks, confirm, now)).toBeNull();
  const other = createSignedLinks("y".repeat(32));
  expect(await other.read(db, confirmationLinks, confirm, now)).toBeNull();
  const numbers = await links.sign(db, numbersStopLinks, user.uid, now);
  expect(await links.read(db, reminderStopLinks, numbers, now)).toBeNull();
});

test("a link changed in any character is invalid", async () => {
  const { db } = sharedSite();
  const { id } = await publishOwn();
  const token = await links.sign(db, confirmationLinks, id, now);
  for (let at = 0; at < token.length; at++) {
    const other = token[at] === "0" ? "1" : "0";
    const changed = token.slice(0, at) + other + token.slice(at + 1);
    expect(await links.read(db, confirmationLinks, changed, now), String(at)).toBeNull();
  }
  const otherId = randomUUID().replaceAll("-", "") + token.slice(32);
  for (const bad of ["", "x", `${token}x`, token.slice(1), token.toUpperCase(), otherId]) {
    expect(await links.read(db, confirmationLinks, bad, now), bad).toBeNull();
  }
});

test("all links of an account end when its e-mail or its password changes, and no others", async () => {
  const { db } = sharedSite();
  const [own, other] = [await publishOwn(), await publishOwn()];
  const sign = async () => [
    [confirmationLinks, await links.sign(db, confirmationLinks, own.id)] as const,
    [reminderStopLinks, await links.sign(db, reminderStopLinks, own.uid)] as const,
    [numbersStopLinks, await links.sign(db, numbersStopLinks, own.uid)] as const,
  ];
  const read = (signed: Awaited<ReturnType<typeof sign>>) =>
    Promise.all(signed.map(([kind, token]) => links.read(db, kind, token)));
  const others = await links.sign(db, confirmationLinks, other.id);

  const first = await sign();
  await db
    .update(users)
    .set({ email: `${randomUUID()}@example.com` })
    .where(eq(users.id, own.uid));
  expect(await read(first)).toEqual([null, null, null]);

  const second = await sign();
  expect(await read(second)).toEqual([own.id, own.uid, own.uid]);
  const changed = await own.post("/minha-conta", {
    intent: "password",
    currentPassword: own.password,
    password: "outra-serra",
    confirmPassword: "outra-serra",
  });
  expect(changed.status).toBe(302);
  expect(await read(second)).toEqual([null, null, null]);
  expect(await links.read(db, confirmationLinks, others)).toBe(other.id);
});
