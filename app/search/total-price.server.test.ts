import { expect, test } from "vitest";
import { publish, see } from "../../testing/caching-site.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { openTestSite } from "../../testing/site.ts";
import { addDays } from "../calendar/civil-date.ts";
import { seasons } from "../db/calendar-schema.ts";

const stay = findOrdinaryStay(60, 3);
const search = `/search?entrada=${stay.checkIn}&saida=${stay.checkOut}`;

test("with dates a search limits what the stay costs by the site's estimate", async () => {
  const site = await openTestSite();
  await publish(site, { title: "Casa Barata", valorFds: "900", valorDiaria: "300" });
  const { id: postId } = await publish(site, { title: "Casa da Temporada", valorDiaria: "300" });
  const season = { temporada: "Férias", de: addDays(stay.checkIn, -1), ate: stay.checkOut };
  const rates = { valorFds: "3000", valorDiaria: "900", minimoNoites: null };
  await site.db.insert(seasons).values({ postId, ...season, ...rates });
  await publish(site, { title: "Casa Sem Diária", valorDiaria: null });

  const found = await see(site, `${search}&total=2000`);
  expect(found).toContain("Casa Barata");
  expect(found).not.toContain("Casa da Temporada");
  expect(found).toMatch(/até R\$\s2\.000 no total/);
  expect(found).toMatch(/id="total"[^>]*value="2000"/);
  expect(found).toContain("O valor máximo vale para a estadia inteira, pela estimativa do site.");
  expect(await see(site, `${search}&total=9000`)).toContain("Casa da Temporada");

  const none = (await see(site, `${search}&total=10`)).replaceAll("<!-- -->", "");
  expect(none).toContain("Não foram encontrados imoveis a partir da sua busca...");
  expect(none).toMatch(/<span>Total até R\$\s[\d.]+<\/span><span>há <b>1<\/b><\/span>/);
});

test("a link with the nightly price keeps its meaning with dates", async () => {
  const site = await openTestSite();
  await publish(site, { title: "Casa Barata", valorFds: "900", valorDiaria: "300" });
  const html = await see(site, `${search}&q=350`);
  expect(html).toContain("Casa Barata");
  expect(html).toMatch(/id="q"[^>]*value="350"/);
  expect(html).toContain("O valor máximo vale para a diária (noite), não para o fim de semana.");
});
