import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openCachingSite, see } from "../../../testing/caching-site.ts";
import { patience } from "../../../testing/patience.ts";
import { publishAskable } from "../../../testing/questions.ts";
import { shareTestSite, type TestSite } from "../../../testing/site.ts";
import { storeTestimonial } from "../../../testing/testimonials.ts";
import { testimonials } from "../../db/testimonial-schema.ts";

const sharedSite = shareTestSite();

/** The ad's page, once it shows these words. */
async function pageWith(site: TestSite, id: string, words: string) {
  let [html, text] = ["", ""];
  async function read() {
    html = await (await site.app.request(`/posts/${id}`)).text();
    const [, main = ""] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? [];
    text = main.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    return text;
  }
  await expect.poll(read, patience).toContain(words);
  return { html, text };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

test("an ad without testimonials says nothing about them", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site);
  await storeTestimonial(site, id, { publishedAt: null });
  await storeTestimonial(site, id, { hiddenAt: new Date(), hiddenReason: "Inventado" });
  const { text } = await pageWith(site, id, "Antes de pagar");
  expect(text).not.toMatch(/depoimento/i);
});

test("newest first, with rating, month of the stay, origin and answer; the average from three on", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site);
  const stay = { entrada: "2026-10-09", saida: "2026-10-12" };
  await storeTestimonial(site, id, { ...stay, nome: "Ana", nota: 5, publishedAt: minutesAgo(9) });
  await storeTestimonial(site, id, {
    nome: "Bia",
    nota: 4,
    resposta: "Obrigada, Bia!",
    publishedAt: minutesAgo(5),
  });
  const two = await pageWith(site, id, "Obrigada, Bia!");
  expect(two.text).toMatch(
    /Bia Nota 4 de 5 .* Resposta de [^.]* Obrigada, Bia! .* Ana Nota 5 de 5/,
  );
  expect(two.text).toContain("Esteve aqui em outubro de 2026. Convidado pelo anunciante.");
  expect(two.text).not.toMatch(/\d depoimentos/);
  await storeTestimonial(site, id, { nome: "Caio", nota: 5, publishedAt: minutesAgo(1) });
  const three = await pageWith(site, id, "4,7 de 5, 3 depoimentos");
  expect(three.text).not.toContain("Ver mais");
  await storeTestimonial(site, id, { nome: "Davi", nota: 1 });
  const four = await pageWith(site, id, "3,8 de 5, 4 depoimentos");
  expect(four.html).toMatch(/<summary>Ver mais um depoimento/);
  expect(four.text).toMatch(/Davi .* Caio .* Bia .* Ver mais um depoimento .* Ana/);
});

test("search engines get no rating of our own making, which Google counts as self-serving", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site);
  for (let n = 0; n < 4; n++) await storeTestimonial(site, id);
  const { html } = await pageWith(site, id, "4 depoimentos");
  const data = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
    .map(([, json]) => json)
    .join();
  expect(data).toContain("LodgingBusiness");
  expect(data).not.toMatch(/aggregateRating|"review"|"Review"|ratingValue/);
  expect(html).not.toMatch(/itemprop/);
});

test("cards and lists know nothing of testimonials", async () => {
  const site = sharedSite();
  const { id } = await publishAskable(site, { title: "Casa dos Ipês" });
  for (let n = 0; n < 3; n++) await storeTestimonial(site, id);
  for (const path of ["/", "/search?localizacao=Turvo"]) {
    const html = await (await site.app.request(path)).text();
    expect(html).not.toMatch(/5,0 de 5|Nota 5/);
  }
});

test("the kept page follows publication, answer, hiding and erasure", async () => {
  const site = await openCachingSite();
  const { id } = await publishAskable(site);
  const path = `/posts/${id}`;
  const row = await storeTestimonial(site, id, { publishedAt: null });
  expect(await see(site, path)).not.toContain(row.texto ?? "");
  const changes: [values: Partial<typeof testimonials.$inferInsert>, shown: RegExp][] = [
    [{ publishedAt: new Date() }, /Casa limpa, vista linda/],
    [{ resposta: "Voltem sempre!" }, /Voltem sempre!/],
    [{ hiddenAt: new Date(), hiddenReason: "Inventado" }, /^(?![\s\S]*Casa limpa)/],
    [{ hiddenAt: null, hiddenReason: null }, /Casa limpa/],
  ];
  for (const [values, shown] of changes) {
    await site.db.update(testimonials).set(values).where(eq(testimonials.id, row.id));
    await expect.poll(() => see(site, path), patience).toMatch(shown);
  }
  await site.db.delete(testimonials).where(eq(testimonials.id, row.id));
  await expect.poll(() => see(site, path), patience).not.toContain(row.texto);
});
