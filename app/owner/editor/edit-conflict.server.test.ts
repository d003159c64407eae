import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  createWaitingPhoto,
  listingInput,
  openTestSite,
  shareTestSite,
  signIn,
} from "../../../testing/site.ts";
import { posts } from "../../db/schema.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();

const typed = {
  title: "Da segunda aba",
  body: "O gramado termina onde a água começa.",
  valorFds: "2.400",
  telefone: "(37) 90001-0264",
  localizacao: "Turvo",
};

test("without script, a stale edit can be compared with the current version and saved anyway", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  const id = published.ok ? published.id : "";
  const changeElsewhere = (version: number) =>
    site.db.update(posts).set({ title: "Da primeira aba", version }).where(eq(posts.id, id));
  const save = (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...typed, foto: photo, ...fields })) {
      body.append(name, value);
    }
    return site.app.request(`/posts/edit/${id}`, {
      method: "POST",
      body,
      headers: { Cookie: cookie },
    });
  };
  const storedTitle = async () =>
    (await site.db.select().from(posts).where(eq(posts.id, id)))[0]?.title;
  const overrideOf = (html: string) => {
    const button = /<button[^>]*name="mesmoAssim"[^>]*>/.exec(html)?.[0] ?? "";
    return /value="(\d+)"/.exec(button)?.[1];
  };

  await changeElsewhere(2);
  const refused = await save({ versao: "1" });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("Este anúncio foi alterado em outra aba ou aparelho.");
  expect(html).toContain('value="Da segunda aba"');
  expect(html).toMatch(
    new RegExp(`<a[^>]*href="/posts/${id}"[^>]*target="_blank"[^>]*>Ver a versão atual</a>`),
  );
  expect(html).toContain('name="versao" value="1"');
  expect(overrideOf(html)).toBe("2");
  // Enter in a field presses the first submit button, which must not overwrite.
  expect(/<button type="submit" form="anuncio"[^>]*>/.exec(html)?.[0]).not.toContain("mesmoAssim");
  expect(await storedTitle()).toBe("Da primeira aba");

  // Saving anyway replaces the version that was shown, not a later one.
  await changeElsewhere(3);
  const again = await save({ versao: "1", mesmoAssim: "2" });
  expect(again.status).toBe(400);
  expect(overrideOf(await again.text())).toBe("3");
  expect(await storedTitle()).toBe("Da primeira aba");

  const saved = await save({ versao: "1", mesmoAssim: "3" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/"]);
  expect(await storedTitle()).toBe("Da segunda aba");
});

test("after 60 changes within an hour, the next is refused and keeps what was typed", async () => {
  const site = await openTestSite({ RATE_LIMIT_FACTOR: "0.05" });
  const { cookie, user } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  const id = published.ok ? published.id : "";
  const post = (path: string, form: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    return site.app.request(path, { method: "POST", body, headers: { Cookie: cookie } });
  };
  const save = (fields: Record<string, string>) =>
    post(`/posts/edit/${id}`, { ...typed, foto: photo, ...fields });
  const rename = (displayName: string) => post("/minha-conta", { intent: "name", displayName });

  expect((await save({ versao: "1" })).status).toBe(302);
  // A refused edit changes nothing, and doesn't count.
  for (let n = 0; n < 3; n += 1)
    expect((await save({ versao: "1", title: "A primeira" })).status).toBe(400);
  expect((await save({ versao: "2", title: "A segunda" })).status).toBe(302);
  expect((await rename("Rita da Beira")).status).toBe(302);

  const before = await site.db.select().from(posts);
  const sentence = "Você já salvou muitas mudanças nesta hora.";
  for (const [refused, kept] of [
    [await save({ versao: "3", title: "A terceira" }), 'value="A terceira"'],
    [await rename("Rita do Lago"), 'value="Rita do Lago"'],
  ] as const) {
    expect(refused.status).toBe(429);
    const html = await refused.text();
    expect(html).toContain(sentence);
    expect(html).toContain(kept);
  }
  expect(await site.db.select().from(posts)).toEqual(before);
});

test("an edit repeated because its answer was lost is saved, not taken for another tab's", async () => {
  const site = sharedSite();
  const { cookie, user } = await signIn(site);
  const photo = await createWaitingPhoto(site, user.uid);
  const published = await createListing(site.db, user.uid, listingInput(), [photo]);
  const id = published.ok ? published.id : "";
  const shown = listingInput().unavailableDays;
  const save = (fields: Record<string, string> = {}) => {
    const body = new FormData();
    const form = {
      ...typed,
      foto: photo,
      lazer: "Sauna",
      mapa: "-20.6, -46.3",
      datasIndisponiveis: "24/12/2030",
      datasAntes: shown.join(","),
      versao: "1",
      ...fields,
    };
    for (const [name, value] of Object.entries(form)) body.append(name, value);
    return site.app.request(`/posts/edit/${id}`, {
      method: "POST",
      body,
      headers: { Cookie: cookie },
    });
  };
  const stored = () => site.db.select().from(posts).where(eq(posts.id, id));

  expect((await save()).headers.get("Location")).toBe("/");
  const after = await stored();
  const repeated = await save();
  expect([repeated.status, repeated.headers.get("Location")]).toEqual([302, "/"]);
  expect(await stored()).toEqual(after);

  for (const [name, value] of [
    ["title", "Outro título"],
    ["lazer", "Piscina"],
    ["mapa", "-20.7, -46.3"],
    ["datasIndisponiveis", "25/12/2030"],
  ] as const) {
    const refused = await save({ [name]: value });
    expect(refused.status, name).toBe(400);
    expect(await refused.text()).toContain("Este anúncio foi alterado em outra aba ou aparelho.");
  }
  expect(await stored()).toEqual(after);
});
