import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { listOwnAds, publish as publishThere, register } from "../../../../testing/advertiser.ts";
import { publish, renders, see } from "../../../../testing/caching-site.ts";
import { check, publishChecked } from "../../../../testing/checks.ts";
import { readHead } from "../../../../testing/head.ts";
import { publishOwnAd } from "../../../../testing/own-ad.ts";
import {
  createWaitingPhoto,
  listingInput,
  shareTestSite,
  signIn,
} from "../../../../testing/site.ts";
import { textOf } from "../../../../testing/text-of.ts";
import { listingFields } from "../../../domain/listings/fields.ts";
import { missingText } from "../../../domain/listings/listing.ts";
import { createListing } from "../../../domain/listings/publishing.server.ts";
import { posts } from "../../../platform/db/schema.ts";

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

test("every ad has the safety tips before paying, with the advertiser's name, and the report link", async () => {
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

const nomePix = "Wanderleia Quixabeira";

const pageOf = async (id: string) => textOf(await see(site(), `/posts/${id}`));

test("a checked ad says in whose name the Pix must be, and who talks if that is another", async () => {
  const plain = `O Pix deve estar em nome de ${nomePix}.`;
  for (const [fields, words] of [
    [{ nomePix }, plain],
    [{ nomePix: "" }, "Deve ser o de quem anuncia: Maria Aparecida Leite."],
    [{ nomeContato: "José", nomePix }, `${plain.slice(0, -1)}, mesmo que você fale com José.`],
    [{ nomeContato: "wanderleia", nomePix }, plain],
  ] as const) {
    const { id } = await publishChecked(site(), fields);
    expect(await pageOf(id)).toContain(`Confira o nome no Pix. ${words}`);
  }
});

test("the name is on a checked ad's own page alone, and never on an unchecked ad's", async () => {
  const { id } = await publishChecked(site(), { nomePix });
  const lists = ["/", "/search?q=99999"];
  const own = [`/posts/${id}`, `/posts/${id}?pessoas=2`];
  const expectHidden = async (addresses: string[]) => {
    for (const address of addresses) {
      const answer = await see(site(), address);
      expect(answer, address).toContain(id);
      expect(answer, address).not.toContain("Quixabeira");
    }
  };
  await expectHidden(lists);
  await site().db.update(posts).set({ checkedAt: null }).where(eq(posts.id, id));
  await expectHidden([...lists, ...own]);
  expect(await pageOf(id)).toContain(
    "Confira o nome no Pix. Peça o nome completo de quem recebe o Pix e confira com o de quem anuncia: Maria Aparecida Leite.",
  );
});

test("'Conferido' and the name go by the clock, on kept pages too, without any job", async () => {
  const { id } = await publishChecked(site(), { nomePix });
  await check(site(), id, new Date("2030-06-10T15:00:00Z"));
  // Day 364, a minute before midnight in the region.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2031-06-10T02:59:00Z") });
  const page = await pageOf(id);
  expect(page).toContain("Conferido pelo Mar de Minas em 06/2030");
  expect(page).toContain(nomePix);
  const before = renders(site());
  await pageOf(id);
  expect(renders(site())).toBe(before);

  vi.setSystemTime(new Date("2031-06-10T03:00:00Z"));
  expect(await pageOf(id)).not.toMatch(/Conferido|Quixabeira/);
});

/** A position whose digits nothing else on a page contains. */
const house = { latitude: -20.652173, longitude: -46.022439 };
const digits = /652173|022439/;
const whereabouts = "Onde fica e o que há por perto";

test("an ad without a position falls back to its location", async () => {
  const { id } = await publish(site(), { localizacao: "Dique" });
  const html = await read(id);
  expect(html).not.toContain(whereabouts);
  expect(html).not.toContain("Abrir no Google Maps");
  expect(html).toContain("A partir do Dique, de carro:");
});

test("an exact position has times by road, a link to the map, and the road as its owner says; outside the region no drawing", async () => {
  const { id } = await publish(site(), { position: house, mapaExato: true, estradaDeTerra: 3 });
  const html = await read(id);
  expect(html).toContain("3 km de estrada de terra até a casa");
  expect(html).toContain("Desenho da região");
  expect(html).toContain(
    "https://www.google.com/maps/search/?api=1&amp;query=-20.652173%2C-46.022439",
  );
  const [, list = ""] = html.split(whereabouts);
  const [first] = list.matchAll(/<a href="\/detalhes\/\d">([^<]+)<\/a>.*?<b>([^<]+)<\/b>/g);
  expect([first?.[1], first?.[2]]).toEqual(["Cânions de Furnas", "35\u00a0min"]);

  const far = await publish(site(), { position: { latitude: -19.9, longitude: -43.9 } });
  const outside = await read(far.id);
  expect(outside).toContain(whereabouts);
  expect(outside).not.toMatch(/Desenho da região|de estrada de terra até/);
});

test("unless its owner shows it, the exact position is in their form alone, and in no page or head", async () => {
  const ad = await publishOwnAd(site(), { position: house, mapaExato: false });
  const html = await read(ad.id);
  expect(html).toContain(whereabouts);
  expect(html).toContain("A casa fica a até um quilômetro do ponto marcado.");
  expect(html).toContain("query=-20.655%2C-46.025");
  expect(html).not.toMatch(digits);
  expect(JSON.stringify(readHead(html).structuredData)).not.toMatch(/latitude|-20\.6/);

  for (const path of ["/", "/search", "/search?localizacao=Escarpas+do+Lago"]) {
    expect(await see(site(), path), path).not.toMatch(digits);
  }
  expect(await ad.read(`/posts/edit/${ad.id}`)).toContain('value="-20.652173, -46.022439"');
  const { cookie } = await signIn(site());
  for (const path of [`/posts/edit/${ad.id}`, `/posts/${ad.id}`]) {
    const answer = await site().app.request(path, { headers: { Cookie: cookie } });
    expect(await answer.text(), path).not.toMatch(digits);
  }
});
