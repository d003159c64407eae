import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { lastEntry, signInOperator } from "../../../testing/operator.ts";
import { lettersTo, newAddress } from "../../../testing/questions.ts";
import { shareTestSite, type TestSite } from "../../../testing/site.ts";
import {
  publishVisited,
  storeTestimonial,
  testimonialsOf,
  validTestimonial,
} from "../../../testing/testimonials.ts";
import { reports } from "../../db/operation-schema.ts";
import { listOpenReports } from "../../reports/reports.server.ts";
import { listWaitingTestimonials } from "./judged-testimonials.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });
let operator: string;
beforeAll(async () => {
  operator = (await signInOperator(sharedSite())).cookie;
});

const path = "/operador/depoimentos";

async function panel(site: TestSite): Promise<string> {
  const html = await (await site.app.request(path, { headers: { Cookie: operator } })).text();
  return html
    .replace(/<script[\s\S]*/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

const decide = (intent: string, id: string, motivo = "") =>
  postForm(sharedSite(), path, { intent, id, motivo, caso: `esconder-${id}` }, operator);

test("hiding needs a reason, which goes to the log, to the advertiser and to the guest", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site, { title: "Rancho do Boto" });
  const email = newAddress();
  const { id } = await storeTestimonial(site, ad.id, { email, nome: "Zélia" });
  const read = async () => (await site.app.request(`/posts/${ad.id}`)).text();
  expect(await read()).toContain(validTestimonial.texto);

  const refused = await decide("esconder", id);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Escreva o motivo: ele vai para o registro.");
  expect((await decide("esconder", id, "Mostra um telefone.")).status).toBe(302);
  const entry = { action: "testimonial-hidden", subject: "Rancho do Boto" };
  const reason = "Mostra um telefone.";
  expect(await lastEntry(site, id)).toMatchObject({ ...entry, reason });
  for (const address of [ad.user.email, email]) {
    const [letter, ...others] = await lettersTo(site, address);
    expect(others).toEqual([]);
    expect(letter?.text).toContain("O motivo:\n> Mostra um telefone.");
  }
  expect(await read()).not.toContain(validTestimonial.texto);
  expect((await decide("esconder", id, "De novo")).status).toBe(409);

  expect((await decide("mostrar", id)).status).toBe(302);
  expect(await lastEntry(site, id)).toMatchObject({ action: "testimonial-shown" });
  expect(await read()).toContain(validTestimonial.texto);
  expect((await decide("mostrar", id)).status).toBe(409);
});

test("flags wait for the operator, hide nothing, and stay settled", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const flags = ["network", "device", "email"] as const;
  const { id } = await storeTestimonial(site, ad.id, { flags: [...flags] });
  await storeTestimonial(site, ad.id, { flags: ["email"], publishedAt: null });
  const isWaiting = async () =>
    (await listWaitingTestimonials(site.db)).some((waiting) => waiting.id === id);
  expect(await isWaiting()).toBe(true);
  const text = await panel(site);
  expect(text).toContain("convite e depoimento saíram da mesma internet");
  expect(text).not.toContain("@example.com");
  await decide("manter", id);
  expect(await isWaiting()).toBe(false);
  expect(await lastEntry(site, id)).toMatchObject({ action: "testimonial-kept" });
  expect(await testimonialsOf(site, ad.id)).toContainEqual(
    expect.objectContaining({ id, hiddenAt: null, flags }),
  );
  expect(await lettersTo(site, ad.user.email)).toEqual([]);
});

test("reports reach this queue, not that of the ad, and a decision settles them", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const { id } = await storeTestimonial(site, ad.id);
  const about = `/posts/${ad.id}/denunciar`;
  const report = (cookie: string, detalhes: string, motivo = "inventado") =>
    postForm(site, `${about}?depoimento=${id}`, { motivo, detalhes, contato: "" }, cookie);
  // The reasons of the ad's own report are others.
  expect((await report("", "", "preco")).status).toBe(400);
  const own = { motivo: "inventado", detalhes: "", contato: "" };
  expect((await postForm(site, about, own)).status).toBe(400);
  expect((await report("", "Nunca esteve lá")).status).toBe(302);
  expect((await report(ad.cookie, "Não é hóspede meu")).status).toBe(302);
  expect((await listOpenReports(site.db)).map(({ postId }) => postId)).not.toContain(ad.id);
  const text = await panel(site);
  expect(text).toContain("Denunciado: Parece inventado. Nunca esteve lá");
  expect(text).toContain("Denunciado por quem anuncia: Parece inventado. Não é hóspede meu");
  await decide("manter", id);
  const rows = await site.db.select().from(reports).where(eq(reports.testimonialId, id));
  expect(rows.map(({ settledAs }) => settledAs)).toEqual(["archived", "archived"]);
  expect((await report("", "Outra vez")).status).toBe(302);
  await decide("esconder", id, "Inventado");
  const [last] = await site.db.select().from(reports).where(eq(reports.detalhes, "Outra vez"));
  expect(last?.settledAs).toBe("removed");
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
