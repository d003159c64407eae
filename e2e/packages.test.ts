import { expect, test } from "vitest";
import { addDays, daysFrom, today } from "../app/domain/calendar/civil-date.ts";
import { listHolidays } from "../app/domain/calendar/holidays.ts";
import { formatStay } from "../app/domain/calendar/stays.ts";
import { suggestSeasons } from "../app/domain/prices/seasons.ts";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, violations, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A holiday that the calendar suggests, at least a month ahead. */
const holiday = suggestSeasons(listHolidays(new Date(), 18), []).find(
  ({ checkIn }) => checkIn > addDays(today(), 30),
);

test("on a phone an owner taps a holiday and sells it whole; a visitor who asks for less finds the package", async () => {
  if (!holiday) throw new Error("no holiday");
  const { name, checkIn, checkOut } = holiday;
  const dates = formatStay(holiday, today());
  const { page: owner, consoleErrors } = await openPage(browser, phone);
  await signUp(owner, site.url);
  const ad =
    site.url + (await publishAd(owner, site.url, { valorFds: "1300", valorDiaria: "500" }));
  await visit(owner, `${ad}/calendario`);
  const seasons = owner.locator("details:has(> #temporadas)");
  await seasons.getByRole("heading", { name: "Preços de feriado (0)" }).tap();
  await seasons.getByRole("link", { name: `${name} ${dates}` }).tap();
  await owner.waitForURL(/feriado=/);
  expect(await owner.inputValue("[name=temporada]")).toBe(name);
  await seasons.getByText("Pacote", { exact: true }).tap();
  await owner.fill("[name=pacote]", "6000");
  expect(await violations(owner)).toEqual([]);
  await owner.getByRole("button", { name: "Salvar temporada" }).tap();
  await seasons.getByText("o pacote", { exact: true }).waitFor();
  await expect
    .poll(async () => {
      const box = await seasons.getByRole("status").boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 844;
    })
    .toBe(true);
  expect(consoleErrors).toEqual([]);

  const { page } = await openPage(browser, phone);
  await visit(page, `${ad}?entrada=${checkIn}&saida=${addDays(checkIn, 1)}&pessoas=2`);
  const box = page.getByRole("complementary", { name: "Preços e contato" });
  await box.getByText("Só o pacote inteiro").waitFor();
  const estimate = page.locator("[data-estimativa]");
  expect(await estimate.count()).toBe(0);
  const nights = daysFrom(checkIn, checkOut);
  await box.getByRole("link", { name: `${dates}, ${nights} noites` }).tap();
  await expect.poll(() => estimate.innerText()).toBe("R$\u00a06.000");
});
