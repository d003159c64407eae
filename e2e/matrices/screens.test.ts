import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays, today } from "../../app/domain/calendar/civil-date.ts";
import { askAt, findAd } from "../../testing/advertiser.ts";
import { findOwnAd, publishAd, signUp } from "../advertiser.ts";
import { openPage, visit } from "../browser.ts";
import { openPanel } from "../operator.ts";
import { startDemoProcess } from "../prepared-site.ts";
import { shareSite } from "../shared-site.ts";
import { workerBrowser } from "../worker-browser.ts";

const site = shareSite(startDemoProcess);
const browser = await workerBrowser();
/** Pages of an advertiser with one ad, of one without, of a visitor, and of the operator. */
let pages: Record<"owner" | "newcomer" | "visitor" | "operator", Page>;
const paths = {
  "the form of a new ad": "/posts/create",
  "Minha conta": "/minha-conta",
  "Meus Anúncios": "/dashboard",
  "results of a search": `/search?entrada=${addDays(today(), 100)}&saida=${addDays(today(), 103)}`,
  "the panel's Hoje": "/operador",
  "the owner's calendar": "",
  "an ad with everything": "",
};

beforeAll(async () => {
  const [owner, newcomer, visitor] = await Promise.all([
    openPage(browser),
    openPage(browser),
    openPage(browser),
  ]);
  const { page: operator } = await openPanel(browser, site);
  pages = { owner: owner.page, newcomer: newcomer.page, visitor: visitor.page, operator };
  await signUp(owner.page, site.url);
  await publishAd(owner.page, site.url);
  await signUp(newcomer.page, site.url);
  paths["the owner's calendar"] = `${await findOwnAd(owner.page, site.url)}/calendario`;
  paths["an ad with everything"] = await findAd(askAt(site.url));
});

test.each([
  { screen: "the form of a new ad", of: "newcomer", screens: 4, words: 115 },
  { screen: "the owner's calendar", of: "owner", screens: 2.7, words: 151 },
  { screen: "Minha conta", of: "owner", screens: 1.7, words: 48 },
  { screen: "Meus Anúncios", of: "owner", screens: 1.8, words: 69 },
  { screen: "an ad with everything", of: "visitor", screens: 5.6, words: 387 },
  { screen: "results of a search", of: "visitor", screens: 9, words: 330 },
  { screen: "the panel's Hoje", of: "operator", screens: 1.2, words: 38 },
] as const)(
  "on a phone, $screen takes at most $screens screens and $words words",
  async ({ screen, of, screens, words }) => {
    const page = pages[of];
    await visit(page, site.url + paths[screen]);
    const measured = await page.evaluate(() => ({
      screens: document.documentElement.scrollHeight / innerHeight,
      words: document.querySelector("main")?.innerText.split(/\s+/).filter(Boolean).length,
    }));
    expect(measured.screens).toBeLessThanOrEqual(screens);
    expect(measured.words).toBeLessThanOrEqual(words);
  },
);
