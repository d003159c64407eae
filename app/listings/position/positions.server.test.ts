import { expect, test } from "vitest";
import { readHead } from "../../../testing/head.ts";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
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
});

test("an exact position has times by road, a link to the map, and the road as its owner says; outside the region no drawing", async () => {
  const { id } = await publish({ mapaExato: true, estradaDeTerra: 3 });
  const html = await read(`/posts/${id}`);
  expect(html).toContain("3 km de estrada de terra até a casa");
  expect(html).toContain("Desenho da região");
  expect(html).toContain(
    "https://www.google.com/maps/search/?api=1&amp;query=-20.652173%2C-46.022439",
  );
  const [, list = ""] = html.split(whereabouts);
  const [first] = list.matchAll(/<a href="\/detalhes\/\d">([^<]+)<\/a>.*?<b>([^<]+)<\/b>/g);
  expect([first?.[1], first?.[2]]).toEqual(["Cânions de Furnas", "35\u00a0min"]);

  const far = await publish({ position: { latitude: -19.9, longitude: -43.9 } });
  const outside = await read(`/posts/${far.id}`);
  expect(outside).toContain(whereabouts);
  expect(outside).not.toMatch(/Desenho da região|de estrada de terra até/);
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

test("only the owner's form and data have the exact position", async () => {
  const { id, cookie } = await publish({ mapaExato: false });
  expect(await read(`/posts/edit/${id}`, cookie)).toContain('value="-20.652173, -46.022439"');
  const { cookie: other } = await signIn(current());
  const refused = await current().app.request(`/posts/edit/${id}`, { headers: { Cookie: other } });
  expect(refused.status).toBe(404);
  expect(await refused.text()).not.toMatch(digits);
  expect(await read(`/posts/${id}`, other)).not.toMatch(digits);
});
