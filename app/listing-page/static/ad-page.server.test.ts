import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listOwnAds, publish as publishThere, register } from "../../../testing/advertiser.ts";
import { publish, see } from "../../../testing/caching-site.ts";
import { greetingsIn } from "../../../testing/greetings.ts";
import { findOrdinaryStay } from "../../../testing/ordinary-stay.ts";
import { createWaitingPhoto, listingInput, shareTestSite } from "../../../testing/site.ts";
import { addDays, formatCivilDate } from "../../calendar/civil-date.ts";
import { posts } from "../../db/schema.ts";
import { listingFields } from "../../listings/fields.ts";
import { missingText } from "../../listings/listing.ts";
import { createListing } from "../../listings/publishing.server.ts";

const site = shareTestSite();

async function publishAnother(uid: string, title: string): Promise<string> {
  const photo = await createWaitingPhoto(site(), uid);
  const published = await createListing(site().db, uid, listingInput({ title }), [photo]);
  if (!published.ok) throw new Error(published.message);
  return published.id;
}

const update = (id: string, values: Partial<typeof posts.$inferInsert>) =>
  site().db.update(posts).set(values).where(eq(posts.id, id));

/** Reads an ad, without the comments that React puts between adjacent texts. */
const read = async (address: string) =>
  (await see(site(), `/posts/${address}`)).replaceAll("<!-- -->", "");

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("every ad has the advice before paying, with the advertiser's name, and the report link", async () => {
  const { id } = await publish(site());
  const html = await read(id);
  for (const words of [
    "Antes de pagar",
    "Veja a casa ao vivo.",
    "Confira o nome no Pix. Peça o nome completo de quem recebe o Pix e confira com o de quem anuncia: Maria Aparecida Leite.",
    "Pague só um sinal.",
    "Desconfie da pressa.",
    "O Mar de Minas não recebe reservas nem pede pagamento de hóspede.",
  ]) {
    expect(textOf(html)).toContain(words);
  }
  const link = `<a[^>]*href="/posts/${id}/denunciar"[^>]*>.*Denunciar anúncio.*</a>`;
  expect(html).toMatch(new RegExp(link));
});

test("the advertiser's name and the last confirmation stand together", async () => {
  const { id } = await publish(site());
  const datesConfirmedAt = new Date("2026-11-20T15:00:00Z");
  const createdBy = "<img src=x onerror=alert(1)>";
  await update(id, { datesConfirmedAt, datesUpdatedAt: null, createdBy });
  expect(await read(id)).toMatch(
    /<b>&lt;img src=x onerror=alert\(1\)&gt;<\/b><span[^>]*>Calendário atualizado em 20\/11\/2026</,
  );
});

test("a checked ad says so with the month, and links to an explanation", async () => {
  const { id } = await publish(site());
  expect(await read(id)).not.toContain("Conferido");
  await update(id, { checkedAt: new Date("2026-12-01T02:59:59Z") });
  const html = await read(id);
  expect(textOf(html)).toContain("Conferido pelo Mar de Minas em 11/2026");
  expect(html).toMatch(/<a[^>]*href="\/anuncio-conferido"[^>]*>.*Conferido pelo Mar de Minas/);
  expect(html).toContain("Isso não dispensa os cuidados abaixo.");
  expect(await see(site(), "/anuncio-conferido")).toContain("O que conferimos");
});

test("the owner's other public ads are linked, newest first, at most three", async () => {
  const { id, user } = await publish(site());
  expect(await read(id)).not.toContain("Também anuncia");
  const others: string[] = [];
  for (const title of ["Primeira", "Segunda", "Terceira", "Quarta"]) {
    others.push(await publishAnother(user.uid, title));
  }
  const [first, second, third = "", fourth] = others;
  await publish(site(), { title: "De outra pessoa" });
  const linked = async () => {
    const [, list = ""] = /Também anuncia([\s\S]*?)<\/p>/.exec(await read(id)) ?? [];
    return [...list.matchAll(/<a href="\/posts\/([^"/]+)"/g)].map((match) => match[1]);
  };
  expect(await linked()).toEqual([fourth, third, second]);
  await update(third, { pausedAt: new Date(), pausedBy: "owner" });
  expect(await linked()).toEqual([fourth, second, first]);
});

test("known facts come first, missing ones together at the end", async () => {
  const { id } = await publish(site(), {
    quantidadeMaximaPessoas: 8,
    QuantidadeTotalQuartos: null,
    QuantidadeTotalQuartosSuites: null,
    lazer: [],
    aceitaPets: false,
    detalhamentoQuartosSociais: "",
    detalhamentoSuites: " ",
    detalhesCozinha: "Fogão a lenha",
    detalhesSala: "",
    beneficiosImovel: "Pé na água",
    observacoesTarifa: "",
    maioresInformacoes: "",
    observacao: "",
    enderecoCompleto: "Rua da Ponte, 3",
  });
  const html = await read(id);
  const facts = [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)];
  expect(facts.map(([, term, definition]) => [term, definition])).toEqual([
    ["Max Pessoas", "8"],
    ["Cozinha", "Fogão a lenha"],
    ["Benefícios do imóvel", "Pé na água"],
    ["Endereço completo", "Rua da Ponte, 3"],
    ["Quartos", missingText],
    ["Suítes", missingText],
    ["Lazer", missingText],
    ["Detalhes dos quartos sociais", missingText],
    ["Detalhes das suítes", missingText],
    ["Sala", missingText],
    ["Observações da tarifa", missingText],
    [listingFields.maioresInformacoes.label, missingText],
    [listingFields.observacao.label, missingText],
  ]);
  expect(html).not.toContain('id="lazer"');
});

test("dates that are taken stay in the bar, in the message and in the form for questions", async () => {
  const { checkIn, checkOut } = findOrdinaryStay(60, 3);
  const night = addDays(checkIn, 1);
  const { id } = await publish(site(), { valorDiaria: "500", unavailableDays: [night] });
  const asked = `entrada=${checkIn}&saida=${checkOut}&pessoas=2`;
  const html = await read(`${id}?${asked}`);
  const bar = html.split("data-bottom-bar")[1];
  expect(bar).toContain(`Ocupado em ${formatCivilDate(night).slice(0, 5)}</b>`);
  const [from, to] = [formatCivilDate(checkIn), formatCivilDate(checkOut)];
  const greetings = greetingsIn(html);
  expect(greetings.length).toBeGreaterThan(0);
  for (const greeting of greetings) {
    expect(greeting).toContain(`de ${from} a ${to} (3 noites), para 2 pessoas.`);
    expect(greeting).toContain("No site há noites ocupadas nessas datas: podem vagar?");
    expect(greeting).not.toContain("Está livre?");
  }
  expect(html).toContain(`/posts/${id}/perguntar?${asked.replaceAll("&", "&amp;")}"`);
});

test("without script a photo links to its largest JPEG, and 'Compartilhar' to WhatsApp", async () => {
  const { app } = site();
  const ask = async (path: string, init?: RequestInit) => app.request(path, init);
  const cookie = await register(ask);
  await publishThere(ask, cookie);
  const [id = ""] = await listOwnAds(ask, cookie);
  const html = await read(id);
  const [, photo = ""] = /<a[^>]*href="(\/fotos\/[^"]+\.jpg)"/.exec(html) ?? [];
  const widths = [...html.matchAll(/\/(\d+) (\d+)w/g)].map(([, width]) => Number(width));
  expect(photo).toMatch(new RegExp(`/${Math.max(...widths)}\\.jpg$`));
  expect((await ask(photo)).headers.get("Content-Type")).toBe("image/jpeg");
  const [, link = ""] = /href="(https:\/\/wa\.me\/\?text=[^"]+)"/.exec(html) ?? [];
  expect(decodeURIComponent(link)).toContain(`http://localhost/posts/${id}`);
});
