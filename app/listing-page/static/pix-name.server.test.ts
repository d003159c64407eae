import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { openCachingSite, renders, see } from "../../../testing/caching-site.ts";
import { check, publishChecked } from "../../../testing/checks.ts";
import { patience } from "../../../testing/patience.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { posts } from "../../db/schema.ts";
import { updateListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();
const nomePix = "Wanderleia Quixabeira";

afterEach(() => {
  vi.useRealTimers();
});

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
const plainAdvice = "Confira o nome no Pix. Deve ser o de quem anuncia: Maria Aparecida Leite.";

test("a checked ad says in whose name the Pix must be", async () => {
  const { id } = await publishChecked(sharedSite(), { nomePix });
  const page = textOf(await see(sharedSite(), `/posts/${id}`));
  expect(page).toContain(`Confira o nome no Pix. O Pix deve estar em nome de ${nomePix}.`);
});

test("a checked ad without that name names its advertiser", async () => {
  const { id } = await publishChecked(sharedSite(), { nomePix: "" });
  expect(textOf(await see(sharedSite(), `/posts/${id}`))).toContain(plainAdvice);
});

test("where somebody else answers, it says who receives and who talks", async () => {
  const contact = { nomeContato: "José", nomePix };
  const { id } = await publishChecked(sharedSite(), contact);
  const page = textOf(await see(sharedSite(), `/posts/${id}`));
  expect(page).toContain(`O Pix deve estar em nome de ${nomePix}, mesmo que você fale com José.`);
  expect(page).toContain("Falar com José");
  const same = await publishChecked(sharedSite(), { ...contact, nomeContato: "wanderleia" });
  expect(textOf(await see(sharedSite(), `/posts/${same.id}`))).toContain(`de ${nomePix}.`);
});

test("an ad that isn't checked says what to ask for, and never has the name, even in its data", async () => {
  const site = sharedSite();
  const { id } = await publishChecked(site, { nomePix });
  const unchecked = () => site.db.update(posts).set({ checkedAt: null }).where(eq(posts.id, id));
  await unchecked();
  const addresses = [
    `/posts/${id}`,
    `/posts/${id}.data`,
    "/",
    "/_root.data",
    "/search?q=99999",
    `/posts/${id}?pessoas=2`,
  ];
  for (const address of addresses) {
    const answer = await see(site, address);
    expect(answer, address).toContain("Rancho da Enseada");
    expect(answer, address).not.toContain("Quixabeira");
  }
  expect(textOf(await see(site, `/posts/${id}`))).toContain(
    "Confira o nome no Pix. Peça o nome completo de quem recebe o Pix e confira com o de quem anuncia: Maria Aparecida Leite.",
  );
});

test("a checked ad has the name on its own page, and on no list", async () => {
  const site = sharedSite();
  const { id } = await publishChecked(site, { nomePix });
  for (const address of ["/", "/_root.data", "/search?q=99999"]) {
    const answer = await see(site, address);
    expect(answer, address).toContain(id);
    expect(answer, address).not.toContain("Quixabeira");
  }
});

test("'Conferido' and the name go by the clock, on kept pages too, without any job", async () => {
  const site = await openCachingSite();
  const { id } = await publishChecked(site, { nomePix });
  await check(site, id, new Date("2030-06-10T15:00:00Z"));
  const page = async () => textOf(await see(site, `/posts/${id}`));
  const words = "Conferido pelo Mar de Minas em 06/2030";

  // Day 364, a minute before midnight in the region.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-06-10T02:59:00Z") });
  await vi.waitFor(async () => expect(await page()).toContain(words), patience);
  expect(await page()).toContain(nomePix);
  const before = renders(site);
  await page();
  expect(renders(site)).toBe(before);

  vi.setSystemTime(new Date("2031-06-10T03:00:00Z"));
  const ended = await page();
  expect(ended).not.toContain("Conferido");
  expect(ended).not.toContain(nomePix);
});

test("a kept page loses 'Conferido' with the change that ends it", async () => {
  const site = await openCachingSite();
  const ad = await publishChecked(site, { nomePix });
  const page = async () => textOf(await see(site, `/posts/${ad.id}`));
  await vi.waitFor(async () => expect(await page()).toContain("Conferido"), patience);
  const input = { ...ad.input, telefone: "37900010265" };
  const change = { input, photoIds: ad.photoIds, version: 1, losesCheck: true };
  expect(await updateListing(site, ad.uid, ad.id, change)).toEqual({ ok: true });
  await vi.waitFor(async () => expect(await page()).not.toContain("Conferido"), patience);
  expect(await page()).not.toContain(nomePix);
});
