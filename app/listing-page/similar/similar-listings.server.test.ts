import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { publish, renders, see } from "../../../testing/caching-site.ts";
import { hideListings } from "../../../testing/hide-listings.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { posts } from "../../db/schema.ts";
import { deleteListing } from "../../listings/deletion.server.ts";
import { setPaused } from "../../listings/pause.server.ts";

const site = shareTestSite();

beforeEach(() => hideListings(site()));

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

async function open(path: string, status = 200) {
  const answer = await site().app.request(path);
  expect(answer.status, path).toBe(status);
  return similarIn(await answer.text());
}

const titles = (shown: { title: string }[]) => shown.map(({ title }) => title);

/** Searching makes sure that the index is ready and current. */
async function publishAll(ads: Record<string, object>) {
  const published: Record<string, Awaited<ReturnType<typeof publish>>> = {};
  for (const [title, overrides] of Object.entries(ads)) {
    published[title] = await publish(site(), { title, unavailableDays: [], ...overrides });
  }
  await site().app.request("/search");
  return published;
}

const turvo = { localizacao: "Turvo", valorFds: "1000", quantidadeMaximaPessoas: 10 };

// First, because only then has nobody searched yet.
test("the pages of a paused and a deleted ad show similar ones, before and after the first search", async () => {
  const { db, photoStore } = site();
  const paused = await publish(site(), { title: "Pausado", ...turvo });
  const deleted = await publish(site(), { title: "Excluído", ...turvo });
  await publish(site(), { title: "Vizinho", ...turvo });
  await setPaused(db, paused.user.uid, paused.id, true);
  await deleteListing(db, photoStore, deleted.user.uid, deleted.id);
  for (const isReady of [false, true]) {
    if (isReady) await site().app.request("/search");
    expect(titles(await open(`/posts/${paused.id}`, 404))).toEqual(["Vizinho"]);
    expect(titles(await open(`/posts/${deleted.id}`, 410))).toEqual(["Vizinho"]);
  }
});

test("an ad shows at most three similar ones, the most similar first, and another for one just deleted", async () => {
  const ads = await publishAll({
    "Rancho do Turvo": turvo,
    Distante: { ...turvo, localizacao: "Piumhi" },
    Vizinho: { ...turvo, localizacao: "Ponta do Sol" },
    Caro: { ...turvo, valorFds: "1800" },
    Igual: turvo,
    Enorme: { ...turvo, quantidadeMaximaPessoas: 60 },
  });
  const path = `/posts/${ads["Rancho do Turvo"]?.id}`;
  const shown = await open(path);
  expect(titles(shown)).toEqual(["Igual", "Caro", "Vizinho"]);
  const { user, id = "" } = ads.Igual ?? {};
  expect(shown[0]?.href).toBe(`/posts/${id}`);
  expect(shown[0]?.text).toContain("Turvo, até 10 pessoas");
  const html = await see(site(), `/posts/${ads.Enorme?.id}`);
  expect(html).toMatch(/href="\/alugar\/turvo">Todas as casas no Turvo/);
  await deleteListing(site().db, site().photoStore, user?.uid ?? "", id);
  expect(titles(await open(path))).toEqual(["Caro", "Vizinho", "Distante"]);
});

test("with dates and people only free houses with room show, whose links keep both", async () => {
  const [entrada, saida] = [addDays(today(), 40), addDays(today(), 42)];
  const night = addDays(entrada, 1);
  const ads = await publishAll({
    "Rancho do Turvo": { ...turvo, unavailableDays: [night] },
    Livre: turvo,
    Ocupado: { ...turvo, unavailableDays: [night] },
    Pequeno: { ...turvo, quantidadeMaximaPessoas: 3 },
  });
  const path = `/posts/${ads["Rancho do Turvo"]?.id}`;
  expect(titles(await open(path)).sort()).toEqual(["Livre", "Ocupado", "Pequeno"]);
  const asked = `entrada=${entrada}&saida=${saida}&pessoas=8`;
  const shown = await open(`${path}?${asked}`);
  expect(titles(shown)).toEqual(["Livre"]);
  expect(shown[0]?.href).toBe(`/posts/${ads.Livre?.id}?${asked}`);
  expect(shown[0]?.text).toMatch(/ Livre de \d/);
  const old = { datesConfirmedAt: new Date("2026-03-02T12:00:00Z"), datesUpdatedAt: null };
  await site()
    .db.update(posts)
    .set(old)
    .where(eq(posts.id, ads.Livre?.id ?? ""));
  expect((await open(`${path}?${asked}`))[0]?.text).toMatch(/Pergunte se está livre de \d/);
});

test("a similar ad that changes or is paused leaves no trace in cached pages", async () => {
  const ads = await publishAll({ "Rancho do Turvo": turvo, Igual: turvo, Terceiro: turvo });
  const path = `/posts/${ads["Rancho do Turvo"]?.id}`;
  const shown = async () => titles(await open(path)).sort();
  expect(await shown()).toEqual(["Igual", "Terceiro"]);
  const before = renders(site());
  await see(site(), path);
  expect(renders(site())).toBe(before);
  const { id = "" } = ads.Igual ?? {};
  await site().db.update(posts).set({ title: "Rebatizado" }).where(eq(posts.id, id));
  expect(await shown()).toEqual(["Rebatizado", "Terceiro"]);
  const { user, id: third = "" } = ads.Terceiro ?? {};
  await setPaused(site().db, user?.uid ?? "", third, true);
  expect(await shown()).toEqual(["Rebatizado"]);
});
