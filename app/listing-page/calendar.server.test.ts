import { expect, test } from "vitest";
import { publish, see } from "../../testing/caching-site.ts";
import { openTestSite } from "../../testing/site.ts";
import { today } from "../calendar/civil-date.ts";

test("the calendar names the holidays of its months, which have a dot", async () => {
  const site = await openTestSite();
  const { id } = await publish(site);
  const day = today();
  const december = `${day.slice(0, 4)}-12-20`;
  const year = Number(day.slice(0, 4)) + (day < december ? 0 : 1);
  const dates = `entrada=${year}-12-20&saida=${year}-12-22`;
  const html = await see(site, `/posts/${id}?${dates}`);
  expect(html).toMatch(/>25\/12 Natal, 01\/01 Ano Novo</);
});
