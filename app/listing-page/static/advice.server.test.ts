import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  type TestSite,
} from "../../../testing/site.ts";
import { seasons } from "../../db/calendar-schema.ts";
import { posts, users } from "../../db/schema.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();

async function publishAnother(site: TestSite, uid: string, fields: object): Promise<string> {
  const photo = await createWaitingPhoto(site, uid);
  const published = await createListing(site.db, uid, listingInput(fields), [photo]);
  if (!published.ok) throw new Error(published.message);
  return published.id;
}

/** Reads a page as HTML, and as text without tags. */
async function read(site: TestSite, id: string): Promise<{ html: string; text: string }> {
  const html = await (await site.app.request(`/posts/${id}`)).text();
  const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
  return { html: main, text: main.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ") };
}

test("every ad has the advice before paying, with the advertiser's name, and the report link", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  const { html, text } = await read(site, id);
  for (const words of [
    "Antes de pagar",
    "Veja a casa ao vivo.",
    "Confira o nome no Pix. Peça o nome completo de quem recebe o Pix e confira com o de quem anuncia: Maria Aparecida Leite.",
    "Pague só um sinal.",
    "Desconfie da pressa.",
    "O Mar de Minas não recebe reservas nem pede pagamento de hóspede.",
  ]) {
    expect(text).toContain(words);
  }
  expect(html).toMatch(
    new RegExp(`<a[^>]*href="/posts/${id}/denunciar"[^>]*>.*Denunciar anúncio.*</a>`),
  );
});

test("every class on an ad's page is in one of its stylesheets", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site);
  await publishAnother(site, user.uid, { title: "Outra" });
  await site.db.update(posts).set({ checkedAt: new Date() }).where(eq(posts.id, id));
  await site.db.insert(seasons).values({
    postId: id,
    temporada: "Réveillon",
    de: "2090-12-28",
    ate: "2091-01-02",
    valorDiaria: "900",
  });
  const { html } = await read(site, id);
  const page = await (await site.app.request(`/posts/${id}`)).text();
  const sheets = [...page.matchAll(/<link rel="stylesheet" href="([^"#]+)/g)].map(([, path]) =>
    readFileSync(join("build/client", path ?? ""), "utf8"),
  );
  const css = sheets.join("\n");
  const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = ""]) =>
    names.split(/\s+/).filter(Boolean),
  );
  expect(classes.length).toBeGreaterThan(20);
  for (const name of new Set(classes)) expect(css, name).toContain(`.${name}`);
});

test("an advertiser's name is text, never markup", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  await site.db
    .update(posts)
    .set({ createdBy: "<img src=x onerror=alert(1)>" })
    .where(eq(posts.id, id));
  const { html } = await read(site, id);
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(html).not.toContain("<img src=x");
});

test("the month of the advertiser's sign-up is the region's", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site);
  // This is still the 31st of October in the region.
  await site.db
    .update(users)
    .set({ createdAt: new Date("2026-11-01T02:59:59Z") })
    .where(eq(users.id, user.uid));
  await site.db.update(posts).set({ title: "Casa" }).where(eq(posts.id, id));
  expect((await read(site, id)).text).toContain("Anunciante desde outubro de 2026");
});

test("beside the advertiser's name stand their ads and the calendar's last confirmation", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site);
  await site.db
    .update(posts)
    .set({ datesConfirmedAt: new Date("2026-11-20T15:00:00Z"), datesUpdatedAt: null })
    .where(eq(posts.id, id));
  const page = async () =>
    (await (await site.app.request(`/posts/${id}`)).text()).replaceAll("<!-- -->", "");
  expect(await page()).toMatch(/Anunciante desde [a-zç]+ de \d{4}<\/span>/);
  await publishAnother(site, user.uid, {});
  expect(await page()).toMatch(
    /Anunciante desde [a-zç]+ de \d{4}, com 2 anúncios<\/span><span[^>]*>Calendário atualizado em 20\/11\/2026</,
  );
});

test("a checked ad says so with the month, and links to an explanation", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  expect((await read(site, id)).text).not.toContain("Conferido");
  await site.db
    .update(posts)
    .set({ checkedAt: new Date("2026-12-01T02:59:59Z") })
    .where(eq(posts.id, id));
  const { html, text } = await read(site, id);
  expect(text).toContain("Conferido pelo Mar de Minas em 11/2026");
  expect(html).toMatch(/<a[^>]*href="\/anuncio-conferido"[^>]*>.*Conferido pelo Mar de Minas/);
  expect(text).toContain("Isso não dispensa os cuidados abaixo.");
  const page = await site.app.request("/anuncio-conferido");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("O que conferimos");
});

test("the owner's other public ads are linked, newest first, at most three", async () => {
  const site = sharedSite();
  const { id, user } = await publish(site);
  const others: string[] = [];
  for (const title of ["Primeira", "Segunda", "Terceira", "Quarta"]) {
    others.push(await publishAnother(site, user.uid, { title }));
  }
  const [first, second, third = "", fourth] = others;
  await publish(site, { title: "De outra pessoa" });
  const linked = async () => {
    const { html } = await read(site, id);
    const [, list = ""] = /Também de Maria Aparecida Leite([\s\S]*?)<\/section>/.exec(html) ?? [];
    return [...list.matchAll(/<a href="\/posts\/([^"/]+)"/g)].map((match) => match[1]);
  };
  expect(await linked()).toEqual([fourth, third, second]);
  await site.db
    .update(posts)
    .set({ pausedAt: sql`now()`, pausedBy: "owner" })
    .where(eq(posts.id, third));
  expect(await linked()).toEqual([fourth, second, first]);
});

test("without other ads of its owner, an ad does not list any", async () => {
  const site = sharedSite();
  const { id } = await publish(site);
  expect((await read(site, id)).text).not.toContain("Também de");
});
