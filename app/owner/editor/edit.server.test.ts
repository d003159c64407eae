import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publishOwnAd } from "../../../testing/own-ad.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { editsOfUser } from "../../domain/accounts/account-limits.server.ts";
import { addDays, formatCivilDates, today } from "../../domain/calendar/civil-date.ts";
import { unavailableDays } from "../../platform/db/schema.ts";

const sharedSite = shareTestSite();

const soon = (days: number) => addDays(today(), days);

const typed = {
  title: "Da segunda aba",
  body: "O gramado termina onde a água começa.",
  valorFds: "2.400",
  telefone: "(37) 90001-0264",
  localizacao: "Turvo",
};

const conflict = "Este anúncio foi alterado em outra aba ou aparelho.";

async function publish(nights: string[] = []) {
  const ad = await publishOwnAd(sharedSite(), { unavailableDays: nights });

  async function save(fields: Record<string, string>): Promise<Response> {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...typed, foto: ad.photoId, ...fields })) {
      body.append(name, value);
    }
    const init = { method: "POST", body, headers: { Cookie: ad.cookie } };
    return sharedSite().app.request(`/posts/edit/${ad.id}`, init);
  }

  return {
    ...ad,
    save,
    /** Returns the controls that the form carries along. */
    async open(): Promise<Record<string, string>> {
      const html = await ad.read(`/posts/edit/${ad.id}`);
      const hidden = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
      return Object.fromEntries(Array.from(hidden, ([, name, value]) => [name, value]));
    },
    async saveNights(opened: Record<string, string>, days: string[], others = {}): Promise<number> {
      const fields = { datasIndisponiveis: formatCivilDates(days), ...opened, ...others };
      return (await save(fields)).status;
    },
    async nights(): Promise<string[]> {
      const rows = await sharedSite()
        .db.select({ day: unavailableDays.day })
        .from(unavailableDays)
        .where(eq(unavailableDays.postId, ad.id))
        .orderBy(unavailableDays.day);
      return rows.map(({ day }) => day);
    },
  };
}

test("without script, a stale edit can be compared with the current version and saved anyway", async () => {
  const { id, save, row, set } = await publish();
  const changeElsewhere = (version: number) => set({ title: "Da primeira aba", version });
  const overrideOf = (html: string) => {
    const button = /<button[^>]*name="mesmoAssim"[^>]*>/.exec(html)?.[0] ?? "";
    return /value="(\d+)"/.exec(button)?.[1];
  };

  await changeElsewhere(2);
  const refused = await save({ versao: "1" });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain(conflict);
  expect(html).toContain('value="Da segunda aba"');
  expect(html).toMatch(
    new RegExp(`<a[^>]*href="/posts/${id}"[^>]*target="_blank"[^>]*>Ver a versão atual</a>`),
  );
  expect(html).toContain('name="versao" value="1"');
  expect(overrideOf(html)).toBe("2");
  // Enter in a field presses the first submit button, which must not overwrite.
  expect(/<button type="submit" form="anuncio"[^>]*>/.exec(html)?.[0]).not.toContain("mesmoAssim");

  // Saving anyway replaces the version that was shown, not a later one.
  await changeElsewhere(3);
  const again = await save({ versao: "1", mesmoAssim: "2" });
  expect(again.status).toBe(400);
  expect(overrideOf(await again.text())).toBe("3");
  expect(await row()).toMatchObject({ title: "Da primeira aba" });

  const saved = await save({ versao: "1", mesmoAssim: "3" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/"]);
  expect(await row()).toMatchObject({ title: "Da segunda aba" });
});

test("an edit repeated because its answer was lost is saved, not taken for another tab's", async () => {
  const { save, row } = await publish(["2026-12-24"]);
  const form = {
    lazer: "Sauna",
    mapa: "-20.6, -46.3",
    datasIndisponiveis: "24/12/2030",
    datasAntes: "2026-12-24",
    versao: "1",
  };
  expect((await save(form)).headers.get("Location")).toBe("/");
  const after = await row();
  const repeated = await save(form);
  expect([repeated.status, repeated.headers.get("Location")]).toEqual([302, "/"]);
  for (const [name, value] of [
    ["title", "Outro título"],
    ["lazer", "Piscina"],
    ["mapa", "-20.7, -46.3"],
    ["datasIndisponiveis", "25/12/2030"],
  ] as const) {
    const refused = await save({ ...form, [name]: value });
    expect(refused.status, name).toBe(400);
    expect(await refused.text()).toContain(conflict);
  }
  expect(await row()).toEqual(after);
});

test("after 60 changes within an hour, the next is refused and the typed values stay", async () => {
  const { uid, post, save, row } = await publish();
  const rename = (displayName: string) => post("/minha-conta", { intent: "name", displayName });
  await sharedSite().rateLimits(editsOfUser).consume(uid, 57);

  expect((await save({ versao: "1" })).status).toBe(302);
  // A refused edit changes nothing, and doesn't count.
  for (let n = 0; n < 3; n += 1)
    expect((await save({ versao: "1", title: "A primeira" })).status).toBe(400);
  expect((await save({ versao: "2", title: "A segunda" })).status).toBe(302);
  expect((await rename("Rita da Beira")).status).toBe(302);

  const before = await row();
  for (const [refused, kept] of [
    [await save({ versao: "3", title: "A terceira" }), 'value="A terceira"'],
    [await rename("Rita do Lago"), 'value="Rita do Lago"'],
  ] as const) {
    expect(refused.status).toBe(429);
    const html = await refused.text();
    expect(html).toContain("Você já salvou muitas mudanças nesta hora.");
    expect(html).toContain(kept);
  }
  expect(await row()).toEqual(before);
});

test("nights that the form marks and frees add up with what the calendar has changed meanwhile", async () => {
  const ad = await publish([soon(3), soon(4), soon(5)]);
  const form = await ad.open();
  const change = { marcar: soon(8), liberar: soon(5) };
  expect((await ad.post(`/posts/${ad.id}/calendario/noites`, change)).status).toBe(200);
  expect(await ad.saveNights(form, [soon(4), soon(5), soon(6)])).toBe(302);
  expect(await ad.nights()).toEqual([soon(4), soon(6), soon(8)]);
});

test("of two forms, the second keeps the nights of the first even if it replaces its texts", async () => {
  const ad = await publish([soon(3)]);
  const [first, second] = [await ad.open(), await ad.open()];
  expect(await ad.saveNights(first, [soon(3), soon(5)])).toBe(302);
  expect(await ad.saveNights(second, [soon(3), soon(9)])).toBe(400);
  const version = String(Number(first.versao) + 1);
  expect(await ad.saveNights(second, [soon(3), soon(9)], { mesmoAssim: version })).toBe(302);
  expect(await ad.nights()).toEqual([soon(3), soon(5), soon(9)]);
});

test("a form that doesn't say which nights it showed frees none", async () => {
  const ad = await publish([soon(3)]);
  const { versao = "" } = await ad.open();
  expect(await ad.saveNights({ versao }, [soon(5)])).toBe(302);
  expect(await ad.nights()).toEqual([soon(3), soon(5)]);
});
