import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { type OwnAd, publishOwnAd } from "../../../testing/own-ad.ts";
import { shareTestSite } from "../../../testing/site.ts";
import { addDays, today } from "../../domain/calendar/civil-date.ts";
import { seasons } from "../../platform/db/calendar-schema.ts";

const sharedSite = shareTestSite();

const newYear = Number(today().slice(0, 4)) + 2;

const stored = {
  temporada: "Réveillon",
  de: `${newYear - 1}-12-28`,
  ate: `${newYear}-01-02`,
  valorFds: "4800",
  valorDiaria: "1900.50",
  minimoNoites: 4,
};

const reveillon = {
  ...stored,
  intent: "temporada",
  valorFds: "4.800",
  valorDiaria: "1.900,50",
  minimoNoites: "4",
};

const packaged = { ...reveillon, valorFds: "", valorDiaria: "", pacote: "6.000", minimoNoites: "" };

const calendarOf = ({ id }: OwnAd) => `/posts/${id}/calendario`;
const send = (ad: OwnAd, fields: Record<string, string>) => ad.post(calendarOf(ad), fields);

/** Sends a form that is accepted, and returns the page that it leads to, as it is read. */
async function save(ad: OwnAd, fields: Record<string, string>): Promise<string> {
  const answer = await send(ad, fields);
  expect(answer.status).toBe(302);
  const html = await ad.read(answer.headers.get("Location") ?? "");
  return html.replaceAll("\u00a0", " ");
}

function inputIn(html: string, name: string | undefined): string | undefined {
  return html.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`))?.[0];
}

function seasonsOf({ id }: OwnAd) {
  return sharedSite().db.select().from(seasons).where(eq(seasons.postId, id));
}

test("an owner adds a season, changes it and deletes it", async () => {
  const ad = await publishOwnAd(sharedSite());
  expect(await save(ad, reveillon)).toContain("mínimo de 4 noites");
  const [season] = await seasonsOf(ad);
  expect(season).toMatchObject(stored);

  const id = season?.id ?? "";
  const form = await ad.read(`${calendarOf(ad)}?temporada=${id}`);
  expect(inputIn(form, "valorDiaria")).toContain('value="1.900,50"');
  await save(ad, { ...reveillon, id, valorFds: "", minimoNoites: "" });
  expect(await seasonsOf(ad)).toEqual([{ ...season, valorFds: null, minimoNoites: null }]);

  await save(ad, { intent: "excluir-temporada", id });
  expect(await seasonsOf(ad)).toEqual([]);
});

test("an error appears beside its control, the typed values stay, and nothing is stored", async () => {
  const ad = await publishOwnAd(sharedSite());
  const errors = { temporada: "", ate: reveillon.de, valorFds: "muito" };
  for (const [name, value] of Object.entries(errors)) {
    const refused = await send(ad, { ...reveillon, [name]: value });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(inputIn(html, name)).toContain('aria-invalid="true"');
    expect(inputIn(html, name)).toContain(`value="${value}"`);
    expect(inputIn(html, "minimoNoites")).toContain('value="4"');
  }
  expect(await seasonsOf(ad)).toEqual([]);
});

test("a package is one price for the whole, takes none of the ad's, and becomes a season of nights again", async () => {
  const ad = await publishOwnAd(sharedSite());
  const html = await save(ad, packaged);
  expect(html).toMatch(/R\$ 6\.000<\/b> <span[^>]*>o pacote/);
  expect(html).not.toContain("Usar o preço do anúncio");
  const [season] = await seasonsOf(ad);
  const prices = { valorFds: null, valorDiaria: null, minimoNoites: null };
  expect(season).toMatchObject({ pacote: "6000", ...prices });
  const id = season?.id ?? "";
  expect((await send(ad, { intent: "preco-do-anuncio", id })).status).toBe(400);
  expect(await seasonsOf(ad)).toEqual([season]);

  await save(ad, { ...packaged, id, pacote: "", valorDiaria: "1.900" });
  expect(await seasonsOf(ad)).toMatchObject([{ pacote: null, valorDiaria: "1900" }]);
});

test.each([
  [{ valorFds: "" }, "Final de Semana", "2.400", { valorFds: "2400", valorDiaria: "1900.50" }],
  [{ valorDiaria: "" }, "Noite", "950", { valorFds: "4800", valorDiaria: "950" }],
])(
  "a season saved with %o says what is left open, and takes the ad's own price with one tap",
  async (left, name, own, prices) => {
    const ad = await publishOwnAd(sharedSite());
    const saved = await save(ad, { ...reveillon, ...left });
    expect(saved).toContain(`${name}: “A combinar”.`);
    expect(saved.split(`Usar o preço do anúncio: R$ ${own}<`)).toHaveLength(2);
    const [season] = await seasonsOf(ad);
    const full = await save(ad, { intent: "preco-do-anuncio", id: season?.id ?? "" });
    expect(full).not.toMatch(/A combinar<\/b>|Usar o preço do anúncio/);
    expect(await seasonsOf(ad)).toEqual([{ ...season, ...prices }]);
  },
);

test("an ad has up to 60 seasons, not counting those that are over", async () => {
  const ad = await publishOwnAd(sharedSite());
  const past = { temporada: "Férias", de: addDays(today(), -9), ate: today(), valorDiaria: "900" };
  const coming = { ...past, de: today(), ate: addDays(today(), 1) };
  const values = [past, ...Array.from({ length: 59 }, () => coming)];
  await sharedSite()
    .db.insert(seasons)
    .values(values.map((season) => ({ ...season, postId: ad.id })));
  await save(ad, reveillon);
  const refused = await send(ad, reveillon);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Um anúncio tem até 60 temporadas.");
  expect(await seasonsOf(ad)).toHaveLength(61);
});

test("a price of 0 in the database counts as missing on the ad, in its estimate and for its owner", async () => {
  const ad = await publishOwnAd(sharedSite());
  const entrada = addDays(today(), 40);
  const saida = addDays(entrada, 1);
  const free = { temporada: "Promoção", valorFds: "0.00", valorDiaria: "0" };
  await sharedSite()
    .db.insert(seasons)
    .values({ ...free, postId: ad.id, de: entrada, ate: saida });
  const page = `/posts/${ad.id}?entrada=${entrada}&saida=${saida}`;
  for (const path of [page, calendarOf(ad)]) {
    const html = await ad.read(path);
    expect(html).toContain("Promoção");
    expect(html.replaceAll("\u00a0", " ")).not.toMatch(/R\$ 0(?![0-9.])/);
  }
  const [, estimate] = /data-estimativa[^>]*>([^<]*)/.exec(await ad.read(page)) ?? [];
  expect(estimate).toBe("Preço a combinar");
});
