import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, formatCivilDate, today } from "../../app/domain/calendar/civil-date.ts";
import { makeFolder } from "../../testing/folder.ts";
import { patience } from "../../testing/patience.ts";
import { makeJpeg } from "../../testing/pictures.ts";
import { startDemoProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { describeInEngines } from "./engines.ts";
import { personAt } from "./person.ts";

const site = shareSite(() => startDemoProcess({ env: { RATE_LIMIT_FACTOR: "100" } }));
const photos = await makeFolder({ onDone: afterAll });

beforeAll(async () => {
  for (const name of ["varanda.jpg", "lago.jpg"]) {
    await writeFile(join(photos, name), await makeJpeg(480, 360));
  }
});

// In Chromium `npm test` has these journeys in more detail.
describeInEngines(["Firefox", "WebKit"], (openTab) => {
  test("a visitor searches with dates, looks at photos, writes to the owner and votes in a group", async () => {
    const visitor = personAt(await openTab());
    const checkIn = addDays(today(), 60);
    const checkOut = addDays(checkIn, 2);
    await visitor.visit(site.url);
    await visitor.taps("[role=search] summary");
    await visitor.picks("entrada", checkIn);
    await visitor.picks("saida", checkOut);
    await visitor.types("pessoas", "4");
    await visitor.clicks("button", "Buscar");
    await visitor.arrivesAt(
      new RegExp(`^/search\\?.*entrada=${checkIn}&saida=${checkOut}&pessoas=4`),
    );
    await visitor.taps("main article h3 a");
    await visitor.arrivesAt(/^\/posts\/[0-9a-f-]{36}\?entrada/);
    await visitor.sees(/^1 \/ \d+$/);
    // This is what a swipe does.
    await visitor.reads(
      'document.querySelector("section > ol").scrollTo({ left: innerWidth, behavior: "instant" })',
    );
    await visitor.sees(/^2 \/ \d+$/);
    await expect
      .poll(
        () => visitor.reads('document.querySelector("[data-estimativa]")?.textContent'),
        patience,
      )
      .toMatch(/R\$/);
    const whatsapp = 'decodeURIComponent(document.querySelector("a[href*=\\"wa.me/55\\"]").href)';
    expect(await visitor.reads(whatsapp)).toContain(
      `${formatCivilDate(checkIn)} a ${formatCivilDate(checkOut)}`,
    );
    await visitor.clicks("button", "Guardar");
    await visitor.visit(`${site.url}/guardados`);
    await visitor.clicks("button", "Compartilhar lista");
    await visitor.arrivesAt(/^\/lista\/[\w-]{22}$/);
    await visitor.seesControl("button", "Entrar e votar");
    await visitor.types("nome", "Ana");
    await visitor.clicks("button", "Entrar e votar");
    await visitor.clicks("button", "Quero esta");
    await expect
      .poll(() => visitor.reads('!!document.querySelector("main [aria-pressed=true]")'), patience)
      .toBe(true);
    expect(visitor.tab.errors()).toEqual([]);
  });

  test("an owner registers, publishes with two photos, marks nights, edits, pauses and deletes", async () => {
    const owner = personAt(await openTab());
    await owner.visit(`${site.url}/register`);
    await owner.types("displayName", "José Leite");
    await owner.types("email", `${crypto.randomUUID()}@example.com`);
    await owner.types("password", "tucano-na-varanda");
    await owner.types("confirmPassword", "tucano-na-varanda");
    await owner.clicks("button", "Cadastrar");
    await owner.arrivesAt(/^\/$/);

    await owner.visit(`${site.url}/posts/create`);
    await owner.visit(`${site.url}/comofunciona`);
    await owner.visit(`${site.url}/posts/create`);
    await owner.attaches(["varanda.jpg", "lago.jpg"].map((name) => join(photos, name)));
    await owner.types("title", "Rancho Beira d’Água");
    await owner.types("body", "O gramado termina onde a água começa.");
    await owner.types("valorFds", "2400");
    await owner.types("telefone", "37900010264");
    await owner.picks("localizacao", "Turvo");
    await owner.seesControl("button", "Excluir foto 2");
    await owner.clicks("button", "Salvar");
    await owner.arrivesAt(/^\/$/);
    await owner.sees(/Anúncio publicado!/);

    await owner.visit(`${site.url}/dashboard`);
    await owner.clicks("link", /^Calendário/);
    await owner.arrivesAt(/\/calendario$/);
    const night = addDays(today(), 20);
    await owner.taps(`[data-dia="${night}"]`);
    await owner.sees(/^Tudo salvo às/);
    const calendar = String(await owner.reads("location.pathname"));
    const ad = calendar.replace("/calendario", "");
    await owner.visit(site.url + calendar);
    expect(await owner.reads(`document.querySelector('[data-dia="${night}"]').ariaPressed`)).toBe(
      "true",
    );

    await owner.visit(`${site.url}/dashboard`);
    await owner.clicks("link", /^Editar/);
    await owner.arrivesAt(/^\/posts\/edit\//);
    await owner.taps("#anuncio details:has([name=observacao]) > summary");
    await owner.taps("#anuncio details details:has([name=observacao]) > summary");
    await owner.types("observacao", "Aceitamos cheque-caução.");
    await owner.clicks("button", "Salvar");
    await owner.arrivesAt(/^\/$/);
    await owner.sees(/Anúncio atualizado!/);

    await owner.visit(site.url + ad);
    await owner.sees("Aceitamos cheque-caução.");

    await owner.visit(`${site.url}/dashboard`);
    await owner.clicks("button", /^Pausar anúncio/);
    await owner.seesControl("button", /^Voltar a mostrar/);
    await owner.clicks("button", /^Excluir/);
    await owner.clicks("button", "Excluir anúncio");
    await owner.sees("Não foram encontrados posts");
    expect(owner.tab.errors()).toEqual([]);
  });
});
