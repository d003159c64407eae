import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { patience } from "../../../testing/patience.ts";
import { lettersTo, newAddress } from "../../../testing/questions.ts";
import { openTestSite, shareTestSite, type TestSite } from "../../../testing/site.ts";
import {
  publishVisited,
  storeTestimonial,
  testimonialsOf,
  validTestimonial,
} from "../../../testing/testimonials.ts";
import { reports } from "../../db/operation-schema.ts";
import { countOpenReports } from "../../reports/reports.server.ts";
import { countWaitingTestimonials } from "./judged-testimonials.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

const path = "/operador/depoimentos";

async function panel(site: TestSite, cookie = operator): Promise<string> {
  const html = await (await site.app.request(path, { headers: { Cookie: cookie } })).text();
  return html
    .replace(/<script[\s\S]*/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

const decide = (intent: string, id: string, motivo = "") =>
  postForm(sharedSite(), path, { intent, id, motivo }, operator);

test("hiding needs a reason, which goes to the log, to the advertiser and to the guest", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site, { title: "Rancho do Boto" });
  const email = newAddress();
  const { id } = await storeTestimonial(site, ad.id, { email, nome: "Zélia" });
  const read = async () => (await site.app.request(`/posts/${ad.id}`)).text();
  await expect.poll(read, patience).toContain(validTestimonial.texto);

  const refused = await decide("esconder", id);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Escreva o motivo: ele vai para o registro.");
  expect((await decide("esconder", id, "Mostra um telefone.")).status).toBe(302);
  expect(await lastEntry(site, id)).toMatchObject({
    action: "testimonial-hidden",
    subject: "Rancho do Boto",
    reason: "Mostra um telefone.",
  });
  for (const address of [ad.user.email, email]) {
    const [letter, ...others] = await lettersTo(site, address);
    expect(others).toEqual([]);
    expect(letter?.text).toContain("O motivo:\nMostra um telefone.");
  }
  await expect.poll(read, patience).not.toContain(validTestimonial.texto);
  expect((await decide("esconder", id, "De novo")).status).toBe(409);
  const own = await site.app.request(`/posts/${ad.id}/depoimentos`, {
    headers: { Cookie: ad.cookie },
  });
  expect(await own.text()).toContain("Mostra um telefone.");

  expect((await decide("mostrar", id)).status).toBe(302);
  expect(await lastEntry(site, id)).toMatchObject({
    action: "testimonial-shown",
    before: { hiddenReason: "Mostra um telefone." },
  });
  await expect.poll(read, patience).toContain(validTestimonial.texto);
  for (const address of [ad.user.email, email]) {
    expect((await lettersTo(site, address)).at(-1)?.subject).toMatch(/voltou ao/);
  }
  expect((await decide("mostrar", id)).status).toBe(409);
});

test("flags wait for the operator, hide nothing, and stay settled", async () => {
  const site = await openTestSite();
  const { cookie } = await signInOperator(site);
  const ad = await publishVisited(site);
  const { id } = await storeTestimonial(site, ad.id, {
    flags: ["network", "device", "email"],
  });
  await storeTestimonial(site, ad.id, { flags: ["email"], publishedAt: null });
  expect(await countWaitingTestimonials(site.db)).toBe(1);
  const text = await panel(site, cookie);
  expect(text).toContain("convite e depoimento saíram da mesma internet");
  expect(text).toContain("no aparelho que gerou os convites");
  expect(text).toContain("e-mail parecido com o do anunciante");
  expect(text).not.toContain("@example.com");
  const today = await site.app.request("/operador", { headers: { Cookie: cookie } });
  expect(await today.text()).toMatch(/<b>1<\/b><strong>Depoimentos/);
  await postForm(site, path, { intent: "manter", id }, cookie);
  expect(await countWaitingTestimonials(site.db)).toBe(0);
  expect(await lastEntry(site, id)).toMatchObject({ action: "testimonial-kept" });
  expect(await testimonialsOf(site, ad.id)).toContainEqual(
    expect.objectContaining({ id, hiddenAt: null, flags: ["network", "device", "email"] }),
  );
  expect(await lettersTo(site, ad.user.email)).toEqual([]);
});

test("reports reach this queue, not that of the ad, and a decision settles them", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const { id } = await storeTestimonial(site, ad.id);
  const before = await countOpenReports(site.db);
  const report = (cookie: string, detalhes: string) =>
    postForm(
      site,
      `/posts/${ad.id}/denunciar?depoimento=${id}`,
      { motivo: "inventado", detalhes, contato: "" },
      cookie,
    );
  expect((await report("", "Nunca esteve lá")).status).toBe(302);
  expect((await report(ad.cookie, "Não é hóspede meu")).status).toBe(302);
  expect(await countOpenReports(site.db)).toBe(before);
  const text = await panel(site);
  expect(text).toContain("Denunciado: Parece inventado. Nunca esteve lá");
  expect(text).toContain("Denunciado por quem anuncia: Parece inventado. Não é hóspede meu");
  const own = await site.app.request(`/posts/${ad.id}/depoimentos`, {
    headers: { Cookie: ad.cookie },
  });
  expect(await own.text()).toContain("Denunciado. Nossa equipe vai olhar.");
  await decide("manter", id);
  const rows = await site.db.select().from(reports).where(eq(reports.testimonialId, id));
  expect(rows.map(({ settledAs }) => settledAs)).toEqual(["archived", "archived"]);
  expect((await report("", "Outra vez")).status).toBe(302);
  await decide("esconder", id, "Inventado");
  const [last] = await site.db.select().from(reports).where(eq(reports.detalhes, "Outra vez"));
  expect(last?.settledAs).toBe("removed");
});

test("a reason of the ad's own report is none for a testimonial, and the other way round", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const { id } = await storeTestimonial(site, ad.id);
  const about = `/posts/${ad.id}/denunciar`;
  for (const [to, motivo] of [
    [`${about}?depoimento=${id}`, "preco"],
    [about, "inventado"],
  ] as const) {
    const refused = await postForm(site, to, { motivo, detalhes: "", contato: "" });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Escolha o que houve.");
  }
});

test("a row that is gone, unpublished or malformed can't be judged", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const { id } = await storeTestimonial(site, ad.id, { publishedAt: null });
  for (const each of [id, crypto.randomUUID(), "nada"]) {
    for (const intent of ["esconder", "mostrar", "manter"]) {
      expect((await decide(intent, each, "Motivo")).status).toBe(404);
    }
  }
});
