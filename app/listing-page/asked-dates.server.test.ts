import { expect, test } from "vitest";
import { publish, see } from "../../testing/caching-site.ts";
import { greetingsIn } from "../../testing/greetings.ts";
import { findOrdinaryStay } from "../../testing/ordinary-stay.ts";
import { openTestSite } from "../../testing/site.ts";
import { addDays, formatCivilDate } from "../calendar/civil-date.ts";
import { unavailableDays } from "../db/schema.ts";

const { checkIn: entrada, checkOut: saida } = findOrdinaryStay(60, 3);
const dates = `entrada=${entrada}&saida=${saida}`;

test("dates that are taken stay in the bar, in the message and in the form for questions", async () => {
  const site = await openTestSite();
  const { id: postId } = await publish(site, { valorDiaria: "500" });
  const day = addDays(entrada, 1);
  await site.db.insert(unavailableDays).values({ postId, day });
  const html = (await see(site, `/posts/${postId}?${dates}&pessoas=2`)).replaceAll("<!-- -->", "");
  const bar = html.split("data-bottom-bar")[1];
  expect(bar).toContain(`Ocupado em ${formatCivilDate(day).slice(0, 5)}</b>`);
  for (const greeting of greetingsIn(html)) {
    expect(greeting).toContain(
      `de ${formatCivilDate(entrada)} a ${formatCivilDate(saida)} (3 noites), para 2 pessoas.`,
    );
    expect(greeting).toContain("No site há noites ocupadas nessas datas: podem vagar?");
    expect(greeting).not.toContain("Está livre?");
  }
  expect(html).toContain(
    `/posts/${postId}/perguntar?${dates.replace("&", "&amp;")}&amp;pessoas=2"`,
  );
});
