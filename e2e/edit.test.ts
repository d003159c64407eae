import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { shortenId } from "../app/photos/photo.ts";
import { makeFolder } from "../testing/folder.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { publishAd, signUp } from "./advertiser.ts";
import {
  gallery,
  listingCards,
  openPage,
  storedPhotos,
  visit,
  waitForHydration,
} from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const folder = await makeFolder({ onDone: afterAll });
let page: Page;
let consoleErrors: string[];

beforeAll(async () => {
  const files = [join(folder, "a.jpg"), join(folder, "b.jpg"), join(folder, "c.jpg")];
  for (const file of files) await writeFile(file, await makeJpeg(120, 90));
  ({ page, consoleErrors } = await openPage(browser));
  await signUp(page, site.url);
  const without = { whatsapp: "", semWhatsapp: "on" };
  const ad = { title: "Rancho Velho", body: "Texto", valorFds: "900", ...without };
  await publishAd(page, site.url, ad, 3);
});

/** Opens the form from the dashboard. */
async function openForm(): Promise<void> {
  await visit(page, `${site.url}/dashboard`);
  await page
    .getByRole("link", { name: /Editar/ })
    .first()
    .click();
  await page.waitForURL(/\/posts\/edit\//);
  await waitForHydration(page);
  await storedPhotos(page).first().waitFor();
}

function photoIds(): Promise<string[]> {
  return page
    .locator("input[name=foto]")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
}

test("the edit form opens from the dashboard with all fields filled in, and saves changes to them", async () => {
  await openForm();
  expect(await page.inputValue("[name=title]")).toBe("Rancho Velho");
  expect(await page.inputValue("[name=valorFds]")).toBe("900");
  expect(await page.inputValue("[name=telefone]")).toBe("(37) 90001-0264");
  expect(await page.inputValue("[name=localizacao]")).toBe("Turvo");
  await expect.poll(async () => (await photoIds()).length).toBe(3);
  const before = await photoIds();

  // A failed save keeps the input.
  await page.fill("[name=title]", "Rancho Novo");
  await page.fill("[name=body]", "");
  await page.click("main form button[type=submit]");
  await page.getByText("Por favor, preencha todos os campos!").first().waitFor();
  expect(await page.inputValue("[name=title]")).toBe("Rancho Novo");

  await page.fill("[name=body]", "Outro texto");
  await page.getByText("Sauna", { exact: true }).click();
  await page.getByRole("button", { name: "Excluir foto 1" }).click();
  await expect.poll(async () => (await photoIds()).length).toBe(2);
  await page.getByRole("button", { name: /foto 2 para antes/ }).click();
  const [, second, third] = before;
  await expect.poll(photoIds).toEqual([third, second]);
  await page.getByRole("table").getByRole("button", { pressed: false }).last().click();
  const dates = () => page.inputValue("[name=datasIndisponiveis]");
  await expect.poll(dates).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);

  await listingCards(page).getByRole("heading").getByRole("link").first().click();
  await page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
  await page.getByRole("heading", { level: 1, name: "Rancho Novo" }).waitFor();
  await page.getByText("Sauna").waitFor();
  const sources = await gallery(page)
    .locator("img")
    .evaluateAll((images) => images.map((img) => (img as HTMLImageElement).src));
  expect(sources).toHaveLength(2);
  expect(sources[0]).toContain(shortenId(String(third)));
  expect(await page.getByRole("button", { name: /, indisponível$/ }).count()).toBe(1);
  expect(consoleErrors.filter((text) => !text.includes("400"))).toEqual([]);
});

test("the house is marked on the drawing, confirmed if it is far away, and shown on the ad", async () => {
  await openForm();
  const field = page.getByRole("textbox", { name: "No mapa" });
  const far = page.getByRole("checkbox", { name: /fora da região/ });
  await field.fill("-23.55, -46.63");
  await far.waitFor();
  await page.click("main form button[type=submit]");
  await page.getByText("Este ponto fica fora da região").first().waitFor();
  expect(await field.inputValue()).toBe("-23.55, -46.63");

  // The tap is on Capitólio's dot.
  const drawing = page.locator("[data-drawing]");
  const box = await drawing.boundingBox();
  if (!box) throw new Error("the drawing is not on the page");
  const position = { x: (612 / 800) * box.width, y: (268 / 880) * box.height };
  await drawing.click({ position });
  await expect.poll(() => field.inputValue()).toMatch(/^-20\.61\d?, -46\.0[45]\d?$/);
  await far.waitFor({ state: "detached" });
  await page.getByText("Mostrar o ponto exato").click();
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);

  await listingCards(page).first().getByRole("link").first().click();
  await page.getByRole("heading", { name: "Onde fica e o que há por perto" }).waitFor();
  const map = page.getByRole("link", { name: "Abrir no Google Maps" });
  expect(await map.getAttribute("href")).toMatch(/query=-20\.61\d?%2C-46\.0[45]\d?$/);
  await openForm();
  expect(await field.inputValue()).toMatch(/^-20\.61\d?, -46\.0[45]\d?$/);
  expect(await page.getByRole("checkbox", { name: "Mostrar o ponto exato" }).isChecked()).toBe(
    true,
  );
  expect(consoleErrors).toEqual([]);
});

async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error("not visible");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test("photos are put in order by dragging, with the mouse or a finger, and Escape undoes a drag", async () => {
  await openForm();
  await page.setInputFiles("input[type=file]", join(folder, "a.jpg"));
  await storedPhotos(page).nth(2).waitFor();
  const [a, b, c] = await photoIds();
  const handles = page.locator("[data-handle]");
  await handles.nth(1).evaluate((handle) => handle.scrollIntoView({ block: "center" }));

  await page.mouse.move(...(await middleOf(handles.nth(2))));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(handles.nth(0))), { steps: 10 });
  await expect.poll(photoIds).toEqual([c, a, b]);
  await page.mouse.up();
  expect(await photoIds()).toEqual([c, a, b]);

  await page.mouse.move(...(await middleOf(handles.nth(0))));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(handles.nth(1))), { steps: 10 });
  await expect.poll(photoIds).toEqual([a, c, b]);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await photoIds()).toEqual([c, a, b]);

  const touch = await page.context().newCDPSession(page);
  const moveFinger = async (type: "touchStart" | "touchMove", [x, y]: [number, number]) => {
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
  };
  const [from, to] = [await middleOf(handles.nth(0)), await middleOf(handles.nth(1))];
  await moveFinger("touchStart", from);
  // Held long enough, the photo is lifted and follows the finger.
  await page.locator('[data-photo][style*="translate"]').waitFor();
  await moveFinger("touchMove", to);
  await expect.poll(photoIds).toEqual([a, c, b]);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });

  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
  await openForm();
  await expect.poll(photoIds).toEqual([a, c, b]);
});

test("photos are put in order by keyboard, and the focus stays with the photo moved", async () => {
  await openForm();
  await storedPhotos(page).nth(2).waitFor();
  const [a, b, c] = await photoIds();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

  await page.getByRole("button", { name: "Mover foto 3 para antes" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(photoIds).toEqual([a, c, b]);
  await expect.poll(focused).toBe("Mover foto 2 para antes");
  await page.keyboard.press("Space");
  await expect.poll(photoIds).toEqual([c, a, b]);
  // The first photo can only move back.
  await expect.poll(focused).toMatch(/ foto 1\b/);
  await page.getByText("A capa mudou.").waitFor({ state: "attached" });

  await page.getByRole("button", { name: "Usar como capa a foto 3" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(photoIds).toEqual([b, c, a]);
});

test("the day picker is one tab stop, whose arrows, Home, End and page keys move between days", async () => {
  await openForm();
  const day = today();
  const stop = page.locator('[data-dia][tabindex="0"]');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-dia"));
  const press = async (key: string, expected: string) => {
    await page.keyboard.press(key);
    await expect.poll(focused, { message: key }).toBe(expected);
    await expect.poll(() => stop.count()).toBe(1);
  };
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const saturday = addDays(day, 13 - weekday);

  await expect.poll(() => stop.count()).toBe(1);
  expect(await stop.getAttribute("data-dia")).toBe(day);
  await stop.focus();
  await press("ArrowLeft", day);
  await press("ArrowRight", addDays(day, 1));
  await press("ArrowDown", addDays(day, 8));
  await press("ArrowUp", addDays(day, 1));
  await press("ArrowLeft", day);
  await press("ArrowDown", addDays(day, 7));
  await press("End", saturday);
  await press("Home", addDays(saturday, -6));
  await press("PageDown", addDays(saturday, 22));
  await press("PageUp", addDays(saturday, -6));
  // The calendar turns the page beyond the months shown.
  for (const weeks of [4, 8, 12]) await press("PageDown", addDays(saturday, 7 * weeks - 6));

  const chosen = addDays(saturday, 78);
  const text = page.locator("[name=datasIndisponiveis]");
  const written = chosen.split("-").reverse().join("/");
  await page.keyboard.press("Enter");
  await expect.poll(() => text.inputValue()).toContain(written);
  expect(await stop.getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("Space");
  await expect.poll(() => text.inputValue()).not.toContain(written);
  expect(await focused()).toBe(chosen);
});

test("the dates text and the calendar stay in sync when tapping, dragging and typing", async () => {
  await openForm();
  const text = page.locator("[name=datasIndisponiveis]");
  await page.getByText("Prefiro digitar as datas").click();
  await text.fill("");
  const days = page.getByRole("table").last().getByRole("button");
  await days.nth(9).scrollIntoViewIfNeeded();
  const [from, to] = [await days.nth(9).boundingBox(), await days.nth(11).boundingBox()];
  const middle = (box: typeof from) => [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20] as const;
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await text.inputValue()).split(",").length).toBe(3);
  const pressed = page.getByRole("table").getByRole("button", { pressed: true });
  await expect.poll(() => pressed.count()).toBe(3);

  await pressed.first().click();
  await expect.poll(async () => (await text.inputValue()).split(",").length).toBe(2);
  const [one = ""] = (await text.inputValue()).split(",");
  await text.fill(`${one},,`);
  await expect.poll(() => pressed.count()).toBe(1);
  await text.fill("31/02/2027");
  await page.click("main form button[type=submit]");
  await page.getByText("31/02/2027 não é uma data").first().waitFor();
  await text.fill(one);
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
});

test("saving a stale version from a second tab is refused and keeps its input", async () => {
  await visit(page, `${site.url}/dashboard`);
  const href = await page
    .getByRole("link", { name: /Editar/ })
    .first()
    .getAttribute("href");
  const other = await page.context().newPage();
  await visit(other, site.url + href);
  await visit(page, site.url + href);
  await page.fill("[name=title]", "Da primeira aba");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
  await other.fill("[name=title]", "Da segunda aba");
  await other.click("main form button[type=submit]");
  await other.getByText("Este anúncio foi alterado em outra aba").first().waitFor();
  expect(await other.inputValue("[name=title]")).toBe("Da segunda aba");
  await page.goto(site.url);
  await page.getByText("Da primeira aba").first().waitFor();
});
