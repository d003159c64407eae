import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readHead } from "../../../testing/head.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { posts } from "../../db/schema.ts";
import type { ListingInput } from "../listing.ts";
import { createListing } from "../publishing.server.ts";

const current = shareTestSite();

/** A position whose digits nothing else on a page contains. */
const house = { latitude: -20.652173, longitude: -46.022439 };
const digits = /652173|022439/;

async function publish(overrides: Partial<ListingInput> = {}) {
  const site = current();
  const { user, cookie } = await signIn(site, { postsPermitidos: 5 });
  const photoId = await createWaitingPhoto(site, user.uid);
  const input = listingInput({ position: house, ...overrides });
  const result = await createListing(site.db, user.uid, input, [photoId]);
  if (!result.ok) throw new Error(result.message);
  return { id: result.id, cookie };
}

async function read(path: string, cookie?: string): Promise<string> {
  const answer = await current().app.request(path, cookie ? { headers: { Cookie: cookie } } : {});
  expect(answer.status, path).toBe(200);
  return answer.text();
}

const whereabouts = "Onde fica e o que há por perto";

test("an ad without a position falls back to its location", async () => {
  const { id } = await publish({ position: null, localizacao: "Dique" });
  const html = (await read(`/posts/${id}`)).replaceAll("<!-- -->", "");
  expect(html).not.toContain(whereabouts);
  expect(html).not.toContain("Abrir no Google Maps");
  expect(html).toContain("A partir do Dique, de carro:");
  expect(html).toContain("Cânions de Furnas");
});

test("the road to the house is told as its owner says", async () => {
  const road = async (estradaDeTerra: number | null) =>
    read(`/posts/${(await publish({ estradaDeTerra })).id}`);
  expect(await road(0)).toContain("Asfalto até a porta");
  expect(await road(3)).toContain("3 km de estrada de terra até a casa");
  expect(await road(null)).not.toMatch(/Asfalto até a porta|de estrada de terra até/);
});

test("an exact position is a pin, with times by road and a link to the map", async () => {
  const { id } = await publish({ mapaExato: true });
  const html = await read(`/posts/${id}`);
  expect(html).toContain(whereabouts);
  expect(html).toContain("de carro:");
  expect(html).toContain(
    "https://www.google.com/maps/search/?api=1&amp;query=-20.652173%2C-46.022439",
  );
  const [, list = ""] = html.split(whereabouts);
  const listed = [...list.matchAll(/<a href="\/detalhes\/\d">([^<]+)<\/a>.*?<b>([^<]+)<\/b>/g)];
  expect(listed.map(([, name, drive]) => [name, drive?.replaceAll("\u00a0", " ")])).toEqual([
    ["Cânions de Furnas", "35 min"],
    ["Cachoeira Lagoa Azul", "35 min"],
    ["Mirante dos Cânions", "40 min"],
    ["Complexo do Paraíso Perdido", "1 h"],
    ["Parque Ecológico do Paredão", "1 h 25 min"],
    ["Cachoeira Casca d’Anta", "2 h 10 min"],
  ]);
});

test("unless the owner shows the exact position, it doesn't leave the server in a page, its data or its head", async () => {
  const { id } = await publish({ mapaExato: false });
  const html = await read(`/posts/${id}`);
  expect(html).toContain(whereabouts);
  expect(html).toContain("A casa fica a até um quilômetro do ponto marcado.");
  expect(html).toContain("query=-20.655%2C-46.025");
  expect(html).not.toMatch(digits);
  expect(JSON.stringify(readHead(html).structuredData)).not.toMatch(/latitude|-20\.6/);

  const paths = [`/posts/${id}.data`, "/", "/search", "/search?localizacao=Escarpas+do+Lago"];
  for (const path of [...paths, "/search.data"]) {
    expect(await read(path), path).not.toMatch(digits);
  }
});

test("turning the exact point off hides it at once, also from cached pages", async () => {
  const { id } = await publish({ mapaExato: true });
  expect(await read(`/posts/${id}`)).toMatch(digits);
  await current().db.update(posts).set({ mapaExato: false }).where(eq(posts.id, id));
  expect(await read(`/posts/${id}`)).not.toMatch(digits);
});

test("only the owner's form and data have the exact position", async () => {
  const { id, cookie } = await publish({ mapaExato: false });
  expect(await read(`/posts/edit/${id}`, cookie)).toContain('value="-20.652173, -46.022439"');
  const { cookie: other } = await signIn(current());
  const refused = await current().app.request(`/posts/edit/${id}`, { headers: { Cookie: other } });
  expect(refused.status).toBe(404);
  expect(await refused.text()).not.toMatch(digits);
  expect(await read(`/posts/${id}`, other)).not.toMatch(digits);
});

test("a house outside the region has distances and a link, but no drawing", async () => {
  const { id } = await publish({ position: { latitude: -19.9, longitude: -43.9 } });
  const html = await read(`/posts/${id}`);
  expect(html).toContain(whereabouts);
  expect(html).not.toContain("Desenho da região");
});
