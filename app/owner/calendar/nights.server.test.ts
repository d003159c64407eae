import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type OwnAd, publishOwnAd } from "../../../testing/own-ad.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, formatCivilDate, today } from "../../domain/calendar/civil-date.ts";
import { feeds } from "../../platform/db/calendar-schema.ts";
import { unavailableDays } from "../../platform/db/schema.ts";

const sharedSite = shareTestSite();

const soon = (days: number) => addDays(today(), days);

const calendarOf = ({ id }: OwnAd) => `/posts/${id}/calendario`;

function change(ad: OwnAd, marcar: string[], liberar: string[] = []) {
  const fields = { marcar: marcar.join(","), liberar: liberar.join(",") };
  return ad.post(`${calendarOf(ad)}/noites`, fields);
}

async function nightsOf({ id }: OwnAd): Promise<string[]> {
  const rows = await sharedSite()
    .db.select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, id))
    .orderBy(unavailableDays.day);
  return rows.map((row) => row.day);
}

test("changes from two devices add up, and a repeated change has no effect", async () => {
  const ad = await publishOwnAd(sharedSite());
  await Promise.all([change(ad, [soon(3), soon(4)]), change(ad, [soon(9)])]);
  expect(await nightsOf(ad)).toEqual([soon(3), soon(4), soon(9)]);
  const response = await change(ad, [soon(5)], [soon(4)]);
  expect(response.status).toBe(200);
  const nights = [soon(3), soon(5), soon(9)];
  expect(await response.json()).toEqual({ nights, skipped: [] });

  const before = await ad.row();
  expect(before.datesUpdatedAt).not.toBeNull();
  expect((await change(ad, [soon(3)], [soon(4)])).status).toBe(200);
  expect(await ad.row()).toEqual(before);
  expect(await nightsOf(ad)).toEqual(nights);
});

test("past nights, nights too far ahead and nights of feeds, which the page disables, stay as they are", async () => {
  const ad = await publishOwnAd(sharedSite());
  await sharedSite()
    .db.insert(feeds)
    .values({
      postId: ad.id,
      nome: "Airbnb",
      endereco: "https://example.com/a.ics",
      nights: `{[${soon(10)},${soon(12)})}`,
    });
  const skipped = [soon(-1), soon(10), soon(800)];
  const response = await change(ad, [soon(2), ...skipped]);
  expect(await response.json()).toEqual({ nights: [soon(2)], skipped });
  expect(await nightsOf(ad)).toEqual([soon(2)]);

  const html = await ad.read(calendarOf(ad));
  const button = (night: string) =>
    html.match(new RegExp(`<button[^>]*data-dia="${night}"[^>]*>`))?.[0];
  expect(button(soon(2))).toContain('aria-pressed="true"');
  expect(button(soon(3))).toContain('aria-pressed="false"');
  expect(button(soon(10))).toContain('data-fonte="Airbnb"');
  expect(button(soon(10))).toMatch(/\sdisabled(=""|\s|>)/);
  expect(button(soon(-1))).toBeUndefined();
});

test("the keyboard enters the calendar at the first day that no other site takes", async () => {
  const ad = await publishOwnAd(sharedSite());
  const nights = `{[${soon(0)},${soon(2)})}`;
  const feed = { postId: ad.id, nome: "Airbnb", endereco: "https://example.com/b.ics", nights };
  await sharedSite().db.insert(feeds).values(feed);
  const stops = (await ad.read(calendarOf(ad))).matchAll(/data-dia="([^"]*)" tabindex="0"/gi);
  expect([...stops].map(([, day]) => day)).toEqual([soon(2)]);
});

test("without script the taken nights are words, and a form takes a period, which 'Desfazer' frees again", async () => {
  const ad = await publishOwnAd(sharedSite());
  await change(ad, [soon(3)]);
  const period = { intent: "periodo", periodoDe: soon(2), periodoAte: soon(4), estado: "ocupado" };
  const refused = await ad.post(calendarOf(ad), { ...period, periodoAte: soon(1) });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("A última noite vem antes da primeira.");
  const marked = await ad.post(calendarOf(ad), period);
  expect(await nightsOf(ad)).toEqual([soon(2), soon(3), soon(4)]);
  const html = await marked.text();
  const dates = `${formatCivilDate(soon(2))} a ${formatCivilDate(soon(4))}`;
  expect(html.replace(/<[^>]*>/g, "")).toContain(`Ocupado por você: ${dates}.`);
  const [, liberar = ""] = html.match(/name="liberar" value="([^"]*)"/) ?? [];
  expect(liberar).toBe(`${soon(2)},${soon(4)}`);
  await ad.post(calendarOf(ad), { intent: "noites", marcar: "", liberar });
  expect(await nightsOf(ad)).toEqual([soon(3)]);
});

test("'Está em dia' confirms the calendar and changes nothing else", async () => {
  const ad = await publishOwnAd(sharedSite());
  // The first visit creates the address that other sites read.
  await ad.get(calendarOf(ad));
  const { datesConfirmedAt: _, ...before } = await ad.row();
  const response = await ad.post(calendarOf(ad), { intent: "confirmar" });
  expect(response.headers.get("Location")).toBe(calendarOf(ad));
  expect(await ad.read(calendarOf(ad))).toContain("Em dia desde hoje");
  const { datesConfirmedAt, ...after } = await ad.row();
  expect(after).toEqual(before);
  expect(Date.now() - (datesConfirmedAt?.getTime() ?? 0)).toBeLessThan(60_000);
});

test("refuses invalid nights and a night both marked and freed, and changes nothing", async () => {
  const ad = await publishOwnAd(sharedSite());
  for (const marcar of ["", "amanhã", "2026-02-30", "2026-12-11,x"]) {
    expect((await change(ad, [marcar])).status).toBe(400);
    const page = await ad.post(calendarOf(ad), { intent: "noites", marcar });
    expect(page.status, marcar).toBe(400);
    expect(await page.text()).toContain("Essas datas não estão no calendário.");
  }
  expect((await change(ad, [soon(3)], [soon(3)])).status).toBe(400);
  expect(await nightsOf(ad)).toEqual([]);
});

test("the ad's page asks which nights are marked, and whether it is in pause", async () => {
  const ad = await publishOwnAd(sharedSite());
  await change(ad, [soon(3)]);
  await ad.set({ pausedBy: "owner", pausedAt: new Date() });
  const own = { uid: ad.uid, marked: [soon(3)], feedNights: [], pausedBy: "owner" };
  expect(JSON.parse(await ad.read(`${calendarOf(ad)}/noites`))).toEqual(own);
});
