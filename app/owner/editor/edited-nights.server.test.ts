import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { addDays, formatCivilDates, today } from "../../calendar/civil-date.ts";
import { unavailableDays } from "../../db/schema.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();

const soon = (days: number) => addDays(today(), days);

async function publish(nights: string[]) {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const input = listingInput({ unavailableDays: nights });
  const published = await createListing(site.db, user.uid, input, [photo]);
  if (!published.ok) throw new Error(published.message);
  const { id } = published;
  const headers = { Cookie: cookie };

  return {
    /** Returns the controls that the form carries along. */
    async open(): Promise<Record<string, string>> {
      const html = await (await site.app.request(`/posts/edit/${id}`, { headers })).text();
      const hidden = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
      return Object.fromEntries(Array.from(hidden, ([, name, value]) => [name, value]));
    },
    async save(opened: Record<string, string>, days: string[], others = {}): Promise<number> {
      const body = new FormData();
      const fields = {
        title: "Rancho",
        body: "Na beira da água.",
        valorFds: "900",
        telefone: "(37) 90001-0264",
        localizacao: "Turvo",
        foto: photo,
        datasIndisponiveis: formatCivilDates(days),
        ...opened,
        ...others,
      };
      for (const [name, value] of Object.entries(fields)) body.append(name, value);
      const request = { method: "POST", body, headers };
      return (await site.app.request(`/posts/edit/${id}`, request)).status;
    },
    async change(marcar: string[], liberar: string[] = []): Promise<void> {
      const response = await site.app.request(`/posts/${id}/calendario/noites`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ marcar: marcar.join(), liberar: liberar.join() }),
      });
      expect(response.status).toBe(200);
    },
    async nights(): Promise<string[]> {
      const rows = await site.db
        .select({ day: unavailableDays.day })
        .from(unavailableDays)
        .where(eq(unavailableDays.postId, id))
        .orderBy(unavailableDays.day);
      return rows.map(({ day }) => day);
    },
  };
}

test("saving a text leaves nights alone that the calendar has changed meanwhile", async () => {
  const ad = await publish([soon(3), soon(4)]);
  const form = await ad.open();
  await ad.change([soon(8)], [soon(4)]);
  expect(await ad.save(form, [soon(3), soon(4)])).toBe(302);
  expect(await ad.nights()).toEqual([soon(3), soon(8)]);
});

test("nights that the form marks and frees add up with the calendar's", async () => {
  const ad = await publish([soon(3), soon(4)]);
  const form = await ad.open();
  await ad.change([soon(8)]);
  expect(await ad.save(form, [soon(4), soon(6)])).toBe(302);
  expect(await ad.nights()).toEqual([soon(4), soon(6), soon(8)]);
});

test("of two forms, the second keeps the nights of the first even if it replaces its texts", async () => {
  const ad = await publish([soon(3)]);
  const [first, second] = [await ad.open(), await ad.open()];
  expect(await ad.save(first, [soon(3), soon(5)])).toBe(302);
  expect(await ad.save(second, [soon(3), soon(9)])).toBe(400);
  const version = String(Number(first.versao) + 1);
  expect(await ad.save(second, [soon(3), soon(9)], { mesmoAssim: version })).toBe(302);
  expect(await ad.nights()).toEqual([soon(3), soon(5), soon(9)]);
});

test("a form that doesn't say which nights it showed frees none", async () => {
  const ad = await publish([soon(3)]);
  const { versao = "" } = await ad.open();
  expect(await ad.save({ versao }, [soon(5)])).toBe(302);
  expect(await ad.nights()).toEqual([soon(3), soon(5)]);
});
