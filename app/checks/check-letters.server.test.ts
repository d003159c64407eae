import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { check, publishChecked, readCheck } from "../../testing/checks.ts";
import { waitingForLock } from "../../testing/locks.ts";
import { lastEntry } from "../../testing/operator.ts";
import { lettersOf, listSubjects } from "../../testing/plan-advertiser.ts";
import { shareTestSite } from "../../testing/site.ts";
import { posts, users } from "../db/schema.ts";
import { updateListing } from "../listings/publishing.server.ts";
import { sendCheckLetters } from "./check-letters.server.ts";

const sharedSite = shareTestSite({ SITE_URL: "https://mardeminas.example" });

/** An ad that was checked late in the region's evening. */
async function openCase() {
  const site = sharedSite();
  const ad = await publishChecked(site);
  const late = new Date("2026-11-26T23:30:00-03:00");
  await check(site, ad.id, late);
  return { site, ...ad, late };
}

const subjects = {
  soon: "A marca “Conferido” do seu anúncio sai em 26/11/2027",
  over: "Seu anúncio no Mar de Minas não está mais conferido",
};

/** Days on which the job runs, with the letter that it sends. */
const timelines: [title: string, ...runs: string[]][] = [
  [
    "every day around the letters",
    ...["2027-10-26", "2027-10-27 soon", "2027-10-27", "2027-10-28", "2027-11-18"],
    ...["2027-11-19 soon", "2027-11-20", "2027-11-25", "2027-11-26 over", "2027-11-26"],
    "2028-03-01",
  ],
  ["the first letter comes late, and the second on its day", "2027-11-10 soon", "2027-11-19 soon"],
  ["stopped over both: only the second letter", "2027-11-24 soon", "2027-11-25"],
  ["stopped until after the end: only the last letter", "2028-06-01 over", "2028-06-02"],
];

/** Runs the job on a day; returns the subjects of the letters that this advertiser has got by then. */
async function subjectsBy(day: string, uid: string): Promise<string[]> {
  const site = sharedSite();
  await sendCheckLetters(site, day);
  return listSubjects(site, uid);
}

test.each(timelines)("%s", async (_title, ...runs) => {
  const { uid } = await openCase();
  const sent: string[] = [];
  for (const run of runs) {
    const [day = "", letter] = run.split(" ") as [string, keyof typeof subjects | undefined];
    if (letter) sent.push(subjects[letter]);
    expect(await subjectsBy(day, uid), day).toEqual(sent);
  }
});

test("the letters say when the check ends and how to renew it", async () => {
  const { site, id, uid, late } = await openCase();
  await sendCheckLetters(site, "2027-10-27");
  await sendCheckLetters(site, "2027-11-25");
  await sendCheckLetters(site, "2027-11-26");
  const [month, week, ended] = (await lettersOf(site, uid)).map(({ text }) => text);
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
  const { site, id, uid, input, photoIds } = await openCase();
  const countBy = async (day: string) => (await subjectsBy(day, uid)).length;
  expect(await countBy("2027-11-20")).toBe(1);
  await check(site, id, new Date("2027-11-21T15:00:00Z"));
  for (const day of ["2027-11-21", "2027-11-26", "2028-10-21"]) {
    expect(await countBy(day), day).toBe(1);
  }
  expect(await countBy("2028-10-22")).toBe(2);
  await check(site, id);
  const change = { input: { ...input, telefone: "37900010265" }, photoIds, version: 1 };
  await updateListing(site, uid, id, { ...change, losesCheck: true });
  expect(await countBy("2040-01-01")).toBe(2);
});

test("nobody is written to about ads that the staff took down, or that were never checked", async () => {
  const { site, id, uid } = await openCase();
  const other = await publishChecked(site);
  await site.db.update(posts).set({ checkedAt: null }).where(eq(posts.id, other.id));
  const pause = (pausedBy: "owner" | "operator" | null) =>
    site.db
      .update(posts)
      .set({ pausedBy, pausedAt: pausedBy && new Date() })
      .where(eq(posts.id, id));
  const block = (blockedAt: Date | null) =>
    site.db.update(users).set({ blockedAt }).where(eq(users.id, uid));
  await pause("operator");
  expect(await subjectsBy("2027-11-20", uid)).toEqual([]);
  await pause(null);
  await block(new Date());
  expect(await subjectsBy("2027-11-20", uid)).toEqual([]);
  await block(null);
  await pause("owner");
  expect(await subjectsBy("2027-11-20", uid)).toHaveLength(1);
  expect(await lettersOf(site, other.uid)).toEqual([]);
});

test("an address that nobody confirmed gets no words of the owner's", async () => {
  const { site, uid } = await openCase();
  await site.db.update(users).set({ emailVerified: false }).where(eq(users.id, uid));
  await sendCheckLetters(site, "2027-11-20");
  const [letter] = await lettersOf(site, uid);
  expect(letter?.text).toContain("Olá!\n");
  expect(letter?.text).toContain("a do seu anúncio sai em 26/11/2027");
});

test("two sites send each letter once", async () => {
  const { site, id, uid } = await openCase();
  let both: Promise<unknown> | undefined;
  await site.db.transaction(async (tx) => {
    await tx.select().from(posts).where(eq(posts.id, id)).for("update");
    both = Promise.all([site, site].map((each) => sendCheckLetters(each, "2027-11-20")));
    await waitingForLock(site, 2);
  });
  await both;
  expect(await lettersOf(site, uid)).toHaveLength(1);
});

test("a letter that can't be queued isn't noted as sent", async () => {
  const { site, id, uid } = await openCase();
  await site.owner.execute(`alter table outbox rename to outbox_away`);
  await expect(sendCheckLetters(site, "2027-11-20")).rejects.toThrow();
  await site.owner.execute(`alter table outbox_away rename to outbox`);
  expect((await readCheck(site, id)).check?.toldDaysLeft).toBeNull();
  expect(await subjectsBy("2027-11-20", uid)).toHaveLength(1);
});
