import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { createWaitingPhoto, listingInput, shareTestSite, signIn } from "../../../testing/site.ts";
import { addDays, today } from "../../calendar/civil-date.ts";
import { listHolidays } from "../../calendar/holidays.ts";
import { seasons } from "../../db/calendar-schema.ts";
import { createListing } from "../../listings/publishing.server.ts";

const sharedSite = shareTestSite();

async function publish() {
  const site = sharedSite();
  const owner = await signIn(site);
  const photo = await createWaitingPhoto(site, owner.user.uid);
  const published = await createListing(site.db, owner.user.uid, listingInput(), [photo]);
  if (!published.ok) throw new Error(published.message);
  return { ...owner, id: published.id };
}

const newYear = Number(today().slice(0, 4)) + 2;

const reveillon = {
  intent: "temporada",
  temporada: "Réveillon",
  de: `${newYear - 1}-12-28`,
  ate: `${newYear}-01-02`,
  valorFds: "4.800",
  valorDiaria: "1.900,50",
  minimoNoites: "4",
};

function send(id: string, cookie: string, fields: Record<string, string>) {
  return sharedSite().app.request(`/posts/${id}/calendario`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams(fields),
  });
}

function inputIn(html: string, name: string | undefined): string | undefined {
  return html.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`))?.[0];
}

function seasonsOf(id: string) {
  return sharedSite().db.select().from(seasons).where(eq(seasons.postId, id));
}

test("an owner adds a season, changes it and deletes it", async () => {
  const { id, cookie } = await publish();
  const added = await send(id, cookie, reveillon);
  expect(added.status).toBe(200);
  expect(await added.text()).toContain("mínimo de 4 noites");
  const [season] = await seasonsOf(id);
  expect(season).toMatchObject({
    temporada: "Réveillon",
    de: `${newYear - 1}-12-28`,
    ate: `${newYear}-01-02`,
    valorFds: "4800",
    valorDiaria: "1900.50",
    minimoNoites: 4,
  });

  const seasonId = season?.id ?? "";
  const form = await sharedSite().app.request(`/posts/${id}/calendario?temporada=${seasonId}`, {
    headers: { Cookie: cookie },
  });
  expect(inputIn(await form.text(), "valorDiaria")).toContain('value="1.900,50"');
  await send(id, cookie, { ...reveillon, id: seasonId, valorFds: "", minimoNoites: "" });
  expect(await seasonsOf(id)).toEqual([{ ...season, valorFds: null, minimoNoites: null }]);

  await send(id, cookie, { intent: "excluir-temporada", id: seasonId });
  expect(await seasonsOf(id)).toEqual([]);
});

test.each([
  ["temporada", "", "Dê um nome à temporada, como Réveillon."],
  ["temporada", "x".repeat(61), "O nome passa de 60 caracteres. Use um mais curto."],
  ["de", "2026-02-30", "Escolha a primeira noite."],
  ["ate", "", "Escolha o dia da saída."],
  ["ate", `${newYear - 1}-12-28`, "A saída precisa ser depois da primeira noite."],
  ["ate", "2099-12-31", "Uma temporada tem até 366 noites. Divida em duas ou mais."],
  ["valorDiaria", "0", "Escreva um valor maior que zero, ou deixe em branco."],
  ["valorFds", "muito", "Escreva o valor em reais, como 1.350 ou 1.350,50."],
  ["minimoNoites", "0", "Use um número inteiro, de 1 a 60."],
])(
  "reports %s %o beside the control, keeps what was typed, and stores nothing",
  async (name, value, message) => {
    const { id, cookie } = await publish();
    const refused = await send(id, cookie, { ...reveillon, [name]: value });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain(message);
    expect(inputIn(html, name)).toContain('aria-invalid="true"');
    const [other, typed] =
      name === "temporada" ? ["minimoNoites", "4"] : ["temporada", "Réveillon"];
    expect(inputIn(html, other)).toContain(`value="${typed}"`);
    expect(inputIn(html, name)).toContain(`value="${value}"`);
    expect(await seasonsOf(id)).toEqual([]);
  },
);

test("all holidays of the next eighteen months are suggested, the nearest six at once", async () => {
  const { id, cookie } = await publish();
  const page = await sharedSite().app.request(`/posts/${id}/calendario`, {
    headers: { Cookie: cookie },
  });
  const html = await page.text();
  const from = html.indexOf("Feriados que vêm aí");
  const fieldset = html.slice(from, html.indexOf("</fieldset>", from));
  const [visible = "", more = ""] = fieldset.split("Mais feriados");
  const namesIn = (part: string) =>
    [...part.matchAll(/<button type="submit"[^>]*>([^<]+?) ?(?:<!-- -->)? ?<span>/g)].map(
      ([, name]) => name,
    );
  const names = listHolidays(new Date(), 18).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(12);
  expect(namesIn(visible)).toEqual(names.slice(0, 6));
  expect(namesIn(more)).toEqual(names.slice(6));
});

test("without script, a holiday's button leads to the form with its name and dates", async () => {
  const { id, cookie } = await publish();
  const open = async (query: string) => {
    const path = `/posts/${id}/calendario${query}`;
    return (await sharedSite().app.request(path, { headers: { Cookie: cookie } })).text();
  };
  const html = await open("");
  const button = /<button type="submit"[^>]*>Carnaval/.exec(html)?.[0] ?? "";
  const [, formId] = /form="([^"]+)"/.exec(button) ?? [];
  const [, night] = / value="([^"]+)"/.exec(button) ?? [];
  expect(html).toMatch(new RegExp(`<form id="${formId}"[^>]* action="#temporadas"`));

  const filled = await open(`?feriado=${night}`);

  const carnaval = listHolidays(new Date(), 18).find(({ name }) => name === "Carnaval");
  expect(inputIn(filled, "temporada")).toContain('value="Carnaval"');
  expect(inputIn(filled, "de")).toContain(`value="${carnaval?.checkIn}"`);
  expect(inputIn(filled, "ate")).toContain(`value="${carnaval?.checkOut}"`);
  expect(inputIn(await open("?feriado=x"), "temporada")).not.toContain("value");
});

test("a season needs at least one price", async () => {
  const { id, cookie } = await publish();
  const refused = await send(id, cookie, { ...reveillon, valorFds: "", valorDiaria: "" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Informe pelo menos um dos preços.");
});

const packaged = {
  ...reveillon,
  valorFds: "",
  valorDiaria: "",
  pacote: "6.000",
  minimoNoites: "",
};

/** Text of a page as read, without the comments that React puts between texts. */
async function textOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return (await answer.text()).replaceAll("<!-- -->", "").replaceAll("\u00a0", " ");
}

test("a package is one price for the whole, and becomes a season of nights again", async () => {
  const { id, cookie } = await publish();
  const html = await textOf(await send(id, cookie, packaged));
  expect(html).toMatch(/R\$ 6\.000<\/b> <span[^>]*>o pacote/);
  const [season] = await seasonsOf(id);
  const prices = { valorFds: null, valorDiaria: null, minimoNoites: null };
  expect(season).toMatchObject({ pacote: "6000", ...prices });

  const changed = { ...packaged, id: season?.id ?? "", pacote: "", valorDiaria: "1.900" };
  expect((await send(id, cookie, changed)).status).toBe(200);
  expect(await seasonsOf(id)).toMatchObject([{ pacote: null, valorDiaria: "1900" }]);
});

test("a package with another price is refused beside its control, and keeps what was typed", async () => {
  const { id, cookie } = await publish();
  const refused = await send(id, cookie, { ...packaged, valorFds: "4.800" });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("O pacote tem um preço só.");
  expect(inputIn(html, "pacote")).toContain('aria-invalid="true"');
  expect(inputIn(html, "pacote")).toContain('value="6.000"');
  expect(await seasonsOf(id)).toEqual([]);
});

test.each([
  [{ valorFds: "" }, "Final de Semana", "2.400", { valorFds: "2400", valorDiaria: "1900.50" }],
  [{ valorDiaria: "" }, "Noite", "950", { valorFds: "4800", valorDiaria: "950" }],
])(
  "a season saved with %o says what is left open, and takes the ad's own price with one tap",
  async (left, name, own, prices) => {
    const { id, cookie } = await publish();
    const saved = await textOf(await send(id, cookie, { ...reveillon, ...left }));
    expect(saved).toContain(`${name}: “A combinar”.`);
    expect(saved).toContain("A combinar</b>");
    expect(saved.split(`Usar o preço do anúncio: R$ ${own}<`)).toHaveLength(2);

    const [season] = await seasonsOf(id);
    const tap = { intent: "preco-do-anuncio", id: season?.id ?? "" };
    const stranger = await publish();
    expect((await send(id, stranger.cookie, tap)).status).toBe(404);
    expect((await send(stranger.id, stranger.cookie, tap)).status).toBe(400);
    expect(await seasonsOf(id)).toEqual([season]);

    const full = await textOf(await send(id, cookie, tap));
    expect(full).not.toContain("A combinar</b>");
    expect(full).not.toContain("Usar o preço do anúncio");
    expect(await seasonsOf(id)).toEqual([{ ...season, ...prices }]);
  },
);

test("a package takes none of the ad's prices", async () => {
  const { id, cookie } = await publish();
  const html = await textOf(await send(id, cookie, packaged));
  expect(html).not.toContain("Usar o preço do anúncio");
  const before = await seasonsOf(id);
  const tap = { intent: "preco-do-anuncio", id: before[0]?.id ?? "" };
  expect((await send(id, cookie, tap)).status).toBe(400);
  expect(await seasonsOf(id)).toEqual(before);
});

test("overlapping seasons say which of them counts, in the list and as one is saved", async () => {
  const { id, cookie } = await publish();
  const summer = { temporada: "Verão", de: `${newYear - 1}-12-15`, ate: `${newYear}-02-01` };
  expect(await textOf(await send(id, cookie, { ...reveillon, ...summer }))).not.toContain("vale ");
  const shared = `De 28/12/${newYear - 1} a 02/01/${newYear}`;
  const saved = await textOf(await send(id, cookie, packaged));
  const note = saved.slice(saved.indexOf("temporada salva."));
  expect(note.slice(0, note.indexOf("<ul"))).toContain(`${shared}, vale esta no lugar de Verão.`);
  const page = await sharedSite().app.request(`/posts/${id}/calendario`, {
    headers: { Cookie: cookie },
  });
  const list = await textOf(page);
  expect(list).toContain(`${shared}, vale esta no lugar de Verão.`);
  expect(list).toContain(`${shared}, vale Réveillon.`);

  const night = {
    temporada: "Queima de fogos",
    de: `${newYear - 1}-12-31`,
    ate: `${newYear}-01-01`,
  };
  expect(
    await textOf(await send(id, cookie, { ...reveillon, ...night, minimoNoites: "" })),
  ).toMatch(/vale Queima de fogos; quem fica o pacote inteiro paga R\$ 6\.000\./);
});

test("an ad has up to 60 seasons, not counting those that are over", async () => {
  const { id, cookie } = await publish();
  const past = { temporada: "Férias", de: addDays(today(), -9), ate: today(), valorDiaria: "900" };
  const coming = { ...past, de: today(), ate: addDays(today(), 1) };
  const values = [past, ...Array.from({ length: 59 }, () => coming)];
  await sharedSite()
    .db.insert(seasons)
    .values(values.map((season) => ({ ...season, postId: id })));
  expect((await send(id, cookie, reveillon)).status).toBe(200);
  const refused = await send(id, cookie, reveillon);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Um anúncio tem até 60 temporadas.");
  expect(await seasonsOf(id)).toHaveLength(61);
});

test("nobody else adds, changes or deletes a listing's seasons", async () => {
  const { id, cookie } = await publish();
  await send(id, cookie, reveillon);
  const before = await seasonsOf(id);
  const seasonId = before[0]?.id ?? "";
  const stranger = await publish();
  const forms = [
    reveillon,
    { ...reveillon, id: seasonId, temporada: "Minha" },
    { intent: "excluir-temporada", id: seasonId },
  ];
  for (const fields of forms) {
    expect((await send(id, stranger.cookie, fields)).status).toBe(404);
    expect((await send(id, "", fields)).headers.get("Location")).toMatch(/^\/login/);
    // Their own listing accepts only new seasons here.
    const own = await send(stranger.id, stranger.cookie, fields);
    expect(own.status).toBe("id" in fields ? 400 : 200);
  }
  expect(await seasonsOf(id)).toEqual(before);
  expect(await seasonsOf(stranger.id)).toMatchObject([{ temporada: reveillon.temporada }]);
});

test("a price of 0 in the database counts as missing on the ad, in its estimate and for its owner", async () => {
  const { id, cookie } = await publish();
  const { db, app } = sharedSite();
  const entrada = addDays(today(), 40);
  const saida = addDays(entrada, 1);
  await db.insert(seasons).values({
    postId: id,
    temporada: "Promoção",
    de: entrada,
    ate: saida,
    valorFds: "0.00",
    valorDiaria: "0",
  });
  const paths = [`/posts/${id}?entrada=${entrada}&saida=${saida}`, `/posts/${id}/calendario`];
  for (const path of paths) {
    const html = await (await app.request(path, { headers: { Cookie: cookie } })).text();
    expect(html).toContain("Promoção");
    expect(html.replaceAll("\u00a0", " ")).not.toMatch(/R\$ 0(?![0-9.])/);
  }
  const ad = await (await app.request(paths[0] ?? "")).text();
  expect(/data-estimativa[^>]*>([^<]*)/.exec(ad)?.[1]).toBe("Preço a combinar");
});
