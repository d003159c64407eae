import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { check, publishChecked, readCheck } from "../../testing/checks.ts";
import { waitingForLock } from "../../testing/locks.ts";
import { lastEntry } from "../../testing/operator.ts";
import { openSiteOn, openTestSite, type TestSite } from "../../testing/site.ts";
import { outbox } from "../db/mail-schema.ts";
import { posts, users } from "../db/schema.ts";
import { updateListing } from "../listings/publishing.server.ts";
import { sendCheckLetters } from "./check-letters.server.ts";

const env = { SITE_URL: "https://mardeminas.example" };

/** An ad that was checked on a day, late in the region's evening. */
async function openCase(checkedOn: string) {
  const site = await openTestSite(env);
  const ad = await publishChecked(site);
  const late = new Date(Date.parse(`${checkedOn}T23:30:00-03:00`));
  await check(site, ad.id, late);
  return { site, ...ad, late };
}

async function lettersTo(site: TestSite, uid: string) {
  const mails = await site.db
    .select()
    .from(outbox)
    .where(eq(outbox.userId, uid))
    .orderBy(asc(outbox.createdAt));
  return mails.flatMap(({ content }) => (content.kind === "letter" ? [content] : []));
}

const soon = (end: string) => `A marca “Conferido” do seu anúncio sai em ${end}`;
const over = "Seu anúncio no Mar de Minas não está mais conferido";

/** Days on which the job runs, with the letter that it sends. */
const timelines: [title: string, checkedOn: string, runs: [day: string, subject: string][]][] = [
  [
    "every day around the letters",
    "2026-11-26",
    [
      ["2027-10-26", ""],
      ["2027-10-27", soon("26/11/2027")],
      ["2027-10-27", ""],
      ["2027-10-28", ""],
      ["2027-11-18", ""],
      ["2027-11-19", soon("26/11/2027")],
      ["2027-11-20", ""],
      ["2027-11-25", ""],
      ["2027-11-26", over],
      ["2027-11-26", ""],
      ["2028-03-01", ""],
    ],
  ],
  [
    "a check on February 29 ends on March 1",
    "2028-02-29",
    [
      ["2029-01-29", ""],
      ["2029-01-30", soon("01/03/2029")],
      ["2029-02-21", ""],
      ["2029-02-22", soon("01/03/2029")],
      ["2029-02-28", ""],
      ["2029-03-01", over],
    ],
  ],
  [
    "a year with February 29",
    "2027-03-15",
    [
      ["2028-02-13", ""],
      ["2028-02-14", soon("15/03/2028")],
      ["2028-03-08", soon("15/03/2028")],
      ["2028-03-15", over],
    ],
  ],
  [
    "the first letter comes late, and the second on its day",
    "2026-11-26",
    [
      ["2027-11-10", soon("26/11/2027")],
      ["2027-11-19", soon("26/11/2027")],
    ],
  ],
  [
    "stopped over both: only the second letter",
    "2026-11-26",
    [
      ["2027-11-24", soon("26/11/2027")],
      ["2027-11-25", ""],
    ],
  ],
  [
    "stopped until after the end: only the last letter",
    "2026-11-26",
    [
      ["2028-06-01", over],
      ["2028-06-02", ""],
    ],
  ],
];

test.each(timelines)("%s", async (_title, checkedOn, runs) => {
  const { site, uid } = await openCase(checkedOn);
  let before = 0;
  for (const [day, subject] of runs) {
    expect(await sendCheckLetters(site, day), day).toBe(subject ? 1 : 0);
    const letters = await lettersTo(site, uid);
    expect([day, ...letters.slice(before).map((letter) => letter.subject)]).toEqual(
      subject ? [day, subject] : [day],
    );
    before = letters.length;
  }
});

test("the letters say when the check ends and how to renew it", async () => {
  const { site, id, uid, late } = await openCase("2026-11-26");
  await sendCheckLetters(site, "2027-10-27");
  await sendCheckLetters(site, "2027-11-25");
  await sendCheckLetters(site, "2027-11-26");
  const [month, week, ended] = (await lettersTo(site, uid)).map(({ text }) => text);
  expect(month).toContain(
    'a do seu anúncio "Rancho da Enseada" sai em 26/11/2027, daqui a 30 dias',
  );
  expect(week).toContain("sai em 26/11/2027, amanhã");
  expect(ended).toContain("saiu em 26/11/2027.");
  for (const text of [month, week, ended]) {
    expect(text).toContain("https://mardeminas.example/contato");
    expect(text).toContain("https://mardeminas.example/anuncio-conferido");
  }
  expect(await lastEntry(site, id)).toMatchObject({
    actor: "site",
    action: "listing-check-ended",
    reason: "Passaram doze meses.",
    before: { checkedAt: late.toISOString() },
  });
});

test("a new check, or none, ends the letters of the one before", async () => {
  const { site, id, uid, input, photoIds } = await openCase("2026-11-26");
  expect(await sendCheckLetters(site, "2027-11-20")).toBe(1);
  await check(site, id, new Date("2027-11-21T15:00:00Z"));
  for (const day of ["2027-11-21", "2027-11-26", "2028-10-21"]) {
    expect(await sendCheckLetters(site, day), day).toBe(0);
  }
  expect(await sendCheckLetters(site, "2028-10-22")).toBe(1);
  await check(site, id);
  const change = { input: { ...input, telefone: "37900010265" }, photoIds, version: 1 };
  await updateListing(site, uid, id, { ...change, losesCheck: true });
  expect(await sendCheckLetters(site, "2040-01-01")).toBe(0);
  expect(await lettersTo(site, uid)).toHaveLength(2);
});

test("nobody is written to about ads that the staff took down, or that were never checked", async () => {
  const { site, id, uid } = await openCase("2026-11-26");
  const other = await publishChecked(site);
  await site.db.update(posts).set({ checkedAt: null }).where(eq(posts.id, other.id));
  const pause = (pausedBy: "owner" | "operator" | null) =>
    site.db
      .update(posts)
      .set({ pausedBy, pausedAt: pausedBy && new Date() })
      .where(eq(posts.id, id));
  await pause("operator");
  expect(await sendCheckLetters(site, "2027-11-20")).toBe(0);
  await pause(null);
  const block = (blockedAt: Date | null) =>
    site.db.update(users).set({ blockedAt }).where(eq(users.id, uid));
  await block(new Date());
  expect(await sendCheckLetters(site, "2027-11-20")).toBe(0);
  await block(null);
  await pause("owner");
  expect(await sendCheckLetters(site, "2027-11-20")).toBe(1);
});

test("an address that nobody confirmed gets no words of the owner's", async () => {
  const { site, uid } = await openCase("2026-11-26");
  await site.db.update(users).set({ emailVerified: false }).where(eq(users.id, uid));
  await sendCheckLetters(site, "2027-11-20");
  const [letter] = await lettersTo(site, uid);
  expect(letter?.text).toContain("Olá!\n");
  expect(letter?.text).toContain("a do seu anúncio sai em 26/11/2027");
});

test("two sites send each letter once", async () => {
  const { site, id, uid } = await openCase("2026-11-26");
  const second = await openSiteOn(site.databaseUrl, env);
  let both: Promise<number[]> | undefined;
  await site.db.transaction(async (tx) => {
    await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    both = Promise.all([site, second].map((each) => sendCheckLetters(each, "2027-11-20")));
    await waitingForLock(site, 2);
  });
  expect((await both)?.sort()).toEqual([0, 1]);
  expect(await lettersTo(site, uid)).toHaveLength(1);
});

test("a letter that can't be queued isn't noted as sent", async () => {
  const { site, id, uid } = await openCase("2026-11-26");
  await site.owner.execute(`alter table outbox rename to outbox_away`);
  await expect(sendCheckLetters(site, "2027-11-20")).rejects.toThrow();
  await site.owner.execute(`alter table outbox_away rename to outbox`);
  expect((await readCheck(site, id)).check?.toldDaysLeft).toBeNull();
  expect(await sendCheckLetters(site, "2027-11-20")).toBe(1);
  expect(await lettersTo(site, uid)).toHaveLength(1);
});
