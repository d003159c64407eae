import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openCachingSite, publish, renders, see } from "../../../testing/caching-site.ts";
import { patience } from "../../../testing/patience.ts";
import { openTestSite, type TestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { posts } from "../../db/schema.ts";
import { deleteListing } from "../../listings/deletion.server.ts";
import { setPaused } from "../../listings/pause.server.ts";

/** Reads the listings under 'Parecidos com este'. */
function similarIn(html: string): { title: string; href: string; text: string }[] {
  const [, section = ""] = html.split('aria-labelledby="parecidos"');
  const links = (section.split("</section>")[0] ?? "").matchAll(
    /<li><a href="([^"]+)">(.*?)<\/a>/gs,
  );
  return [...links].map(([, href = "", inner = ""]) => ({
    title: /<b>(.*?)<\/b>/.exec(inner)?.[1] ?? "",
    href: href.replaceAll("&amp;", "&"),
    text: inner
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  }));
}

async function open(site: TestSite, path: string, status = 200) {
  const answer = await site.app.request(path);
  expect(answer.status, path).toBe(status);
  return similarIn(await answer.text());
}

const titles = (shown: { title: string }[]) => shown.map(({ title }) => title);

/** Searching makes sure that the index is ready. */
async function publishAll(site: TestSite, ads: Record<string, object>) {
  const published: Record<string, Awaited<ReturnType<typeof publish>>> = {};
  for (const [title, overrides] of Object.entries(ads)) {
    published[title] = await publish(site, { title, unavailableDays: [], ...overrides });
  }
  await site.app.request("/search");
  return published;
}

const turvo = { localizacao: "Turvo", valorFds: "1000", quantidadeMaximaPessoas: 10 };

const sixAds = {
  "Rancho do Turvo": turvo,
  Distante: { ...turvo, localizacao: "Piumhi" },
  Vizinho: { ...turvo, localizacao: "Ponta do Sol" },
  Caro: { ...turvo, valorFds: "1800" },
  Igual: turvo,
  Enorme: { ...turvo, quantidadeMaximaPessoas: 60 },
};

test("an ad shows at most four similar ones, the most similar first, and not itself", async () => {
  const site = await openTestSite();
  const ads = await publishAll(site, sixAds);
  const shown = await open(site, `/posts/${ads["Rancho do Turvo"]?.id}`);
  expect(titles(shown)).toEqual(["Igual", "Caro", "Vizinho", "Distante"]);
  expect(shown[0]?.href).toBe(`/posts/${ads.Igual?.id}`);
  expect(shown[0]?.text).toContain("Turvo, até 10 pessoas");
  const html = await (await site.app.request(`/posts/${ads.Enorme?.id}`)).text();
  expect(html).toMatch(/href="\/alugar\/turvo">Todas as casas no Turvo/);
});

test("another ad takes the place of a similar one that was deleted a moment ago", async () => {
  const site = await openTestSite();
  const ads = await publishAll(site, sixAds);
  const { user, id = "" } = ads.Igual ?? {};
  await deleteListing(site.db, site.photoStore, user?.uid ?? "", id);
  expect(titles(await open(site, `/posts/${ads["Rancho do Turvo"]?.id}`))).toEqual([
    "Caro",
    "Vizinho",
    "Distante",
    "Enorme",
  ]);
});

test("an ad's similar ones leave out those of its owner that the page shows anyway", async () => {
  const site = await openTestSite();
  const { Primeiro: first, Segundo: second } = await publishAll(site, {
    Primeiro: turvo,
    Segundo: turvo,
    Terceiro: turvo,
  });
  await site.db
    .update(posts)
    .set({ uid: first?.user.uid ?? "" })
    .where(eq(posts.id, second?.id ?? ""));
  expect(titles(await open(site, `/posts/${first?.id}`))).toEqual(["Terceiro"]);
});

test("with dates and people only free houses with room show, whose links keep both", async () => {
  const site = await openTestSite();
  const [entrada, saida] = [addDays(today(), 40), addDays(today(), 42)];
  const night = addDays(entrada, 1);
  const ads = await publishAll(site, {
    "Rancho do Turvo": { ...turvo, unavailableDays: [night] },
    Livre: turvo,
    Ocupado: { ...turvo, unavailableDays: [night] },
    Pequeno: { ...turvo, quantidadeMaximaPessoas: 3 },
  });
  const path = `/posts/${ads["Rancho do Turvo"]?.id}`;
  expect(titles(await open(site, path)).sort()).toEqual(["Livre", "Ocupado", "Pequeno"]);
  const asked = `entrada=${entrada}&saida=${saida}&pessoas=8`;
  const shown = await open(site, `${path}?${asked}`);
  expect(titles(shown)).toEqual(["Livre"]);
  expect(shown[0]?.href).toBe(`/posts/${ads.Livre?.id}?${asked}`);
  expect(shown[0]?.text).toMatch(/ Livre de \d/);
  await site.db
    .update(posts)
    .set({ datesConfirmedAt: new Date("2026-03-02T12:00:00Z"), datesUpdatedAt: null });
  expect((await open(site, `${path}?${asked}`))[0]?.text).toMatch(/Pergunte se está livre de \d/);
});

test("the pages of a paused and a deleted ad show similar ones, before and after the first search", async () => {
  const site = await openTestSite();
  const paused = await publish(site, { title: "Pausado", ...turvo });
  const deleted = await publish(site, { title: "Excluído", ...turvo });
  await publish(site, { title: "Vizinho", ...turvo });
  await setPaused(site.db, paused.user.uid, paused.id, true);
  await deleteListing(site.db, site.photoStore, deleted.user.uid, deleted.id);
  for (const isReady of [false, true]) {
    if (isReady) await site.app.request("/search");
    expect(titles(await open(site, `/posts/${paused.id}`, 404))).toEqual(["Vizinho"]);
    expect(titles(await open(site, `/posts/${deleted.id}`, 410))).toEqual(["Vizinho"]);
  }
});

test("a similar ad that changes, is paused or deleted leaves no trace in cached pages", async () => {
  const site = await openCachingSite();
  const { "Rancho do Turvo": one, Igual: other } = await publishAll(site, {
    "Rancho do Turvo": turvo,
    Igual: turvo,
    Terceiro: turvo,
  });
  const path = `/posts/${one?.id}`;
  const shown = async () => titles(similarIn(await see(site, path))).sort();
  await vi.waitFor(async () => expect(await shown()).toEqual(["Igual", "Terceiro"]), patience);
  await vi.waitFor(async () => {
    const before = renders(site);
    await see(site, path);
    expect(renders(site)).toBe(before);
  }, patience);
  const id = other?.id ?? "";
  await site.db.update(posts).set({ title: "Rebatizado" }).where(eq(posts.id, id));
  await vi.waitFor(async () => expect(await shown()).toEqual(["Rebatizado", "Terceiro"]), patience);
  await setPaused(site.db, other?.user.uid ?? "", id, true);
  await vi.waitFor(async () => expect(await shown()).toEqual(["Terceiro"]), patience);
});
