import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, today } from "../app/calendar/civil-date.ts";
import { shortenId } from "../app/photos/photo.ts";
import { findOwnAd, publishAd, signUp, uniqueTitle } from "./advertiser.ts";
import {
  gallery,
  openPage,
  photoIds,
  storedPhotos,
  violations,
  visit,
  waitForHydration,
} from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

/** Opens the form of a new ad in a phone's browser. */
async function openEdit(fields: Record<string, string> = {}, photos = 1) {
  const { page, consoleErrors } = await openPage(browser);
  await signUp(page, site.url);
  await publishAd(page, site.url, fields, photos);
  const ad = await findOwnAd(page, site.url);
  const form = site.url + ad.replace("/posts/", "/posts/edit/");
  await visit(page, form);
  await storedPhotos(page)
    .nth(photos - 1)
    .waitFor();
  return { page, consoleErrors, ad: site.url + ad, form };
}

const save = (page: Page) => page.getByRole("button", { name: "Salvar", exact: true }).click();
const answered = (page: Page) =>
  page.locator("[data-flash]").getByText("Anúncio atualizado!").waitFor();

async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error("not visible");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test("the form opens from the dashboard with all fields, and saves changes, also after a lost answer", async () => {
  const title = uniqueTitle();
  const { page, consoleErrors, ad } = await openEdit({ title, valorFds: "900" });
  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: /Editar/ }).click();
  await page.waitForURL(/\/posts\/edit\//);
  await waitForHydration(page);
  expect(await page.inputValue("[name=title]")).toBe(title);
  expect(await page.inputValue("[name=valorFds]")).toBe("900");
  expect(await page.inputValue("[name=telefone]")).toBe("(37) 90001-0264");
  expect(await page.inputValue("[name=localizacao]")).toBe("Turvo");

  const newTitle = uniqueTitle();
  await page.fill("[name=title]", newTitle);
  await page.fill("[name=body]", "");
  const place = page.getByRole("textbox", { name: "No mapa" });
  const far = page.getByRole("checkbox", { name: /fora da região/ });
  await place.fill("-23.55, -46.63");
  await far.waitFor();
  await page.fill("[name=QuantidadeTotalQuartos]", "2");
  await page.fill("[name=QuantidadeTotalQuartosSuites]", "3");
  await save(page);
  await page.getByText("Por favor, preencha todos os campos!").first().waitFor();
  await page.getByText("Este ponto fica fora da região").first().waitFor();
  await page.getByText("São 3 suítes com 2 quartos?").waitFor();
  expect(await page.inputValue("[name=title]")).toBe(newTitle);
  expect(await place.inputValue()).toBe("-23.55, -46.63");
  await page.fill("[name=body]", "Outro texto");
  await page.getByRole("checkbox", { name: "É isso mesmo: 3 suítes com 2 quartos" }).check();

  // The tap is on Capitólio's dot.
  const drawing = page.locator("[data-drawing]");
  const box = await drawing.boundingBox();
  if (!box) throw new Error("the drawing is not on the page");
  await drawing.click({ position: { x: (612 / 800) * box.width, y: (268 / 880) * box.height } });
  await expect.poll(() => place.inputValue()).toMatch(/^-20\.61\d?, -46\.0[45]\d?$/);
  await far.waitFor({ state: "detached" });
  await page.getByText("Mostrar o ponto exato").click();
  await page.getByText("Sauna", { exact: true }).click();

  let lost = 0;
  await page.route(/\/posts\/edit\//, async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch({ maxRedirects: 0 });
    await route.abort("connectionreset");
  });
  await save(page);
  await page.getByText("Não conseguimos salvar agora.").first().waitFor();
  await save(page);
  await page.waitForURL(`${site.url}/`);
  await answered(page);

  await page.getByRole("link", { name: "Ver o anúncio" }).click();
  await page.waitForURL(ad);
  await page.getByRole("heading", { level: 1, name: newTitle }).waitFor();
  await page.getByText("Sauna").waitFor();
  const map = page.getByRole("link", { name: "Abrir no Google Maps" });
  expect(await map.getAttribute("href")).toMatch(/query=-20\.61\d?%2C-46\.0[45]\d?$/);
  expect(consoleErrors.filter((text) => !/400|CONNECTION_RESET/.test(text))).toEqual([]);
});

test("photos are put in order by mouse, finger and keyboard, turned and removed, and saved so", async () => {
  const { page, consoleErrors, ad, form } = await openEdit({}, 3);
  const ids = () => photoIds(page);
  const [a, b, c] = await ids();
  const handles = page.locator("[data-handle]");
  await handles.nth(1).evaluate((handle) => handle.scrollIntoView({ block: "center" }));
  await page.mouse.move(...(await middleOf(handles.nth(2))));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(handles.nth(0))), { steps: 10 });
  await expect.poll(ids).toEqual([c, a, b]);
  await page.mouse.up();
  await page.mouse.move(...(await middleOf(handles.nth(0))));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(handles.nth(1))), { steps: 10 });
  await expect.poll(ids).toEqual([a, c, b]);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await ids()).toEqual([c, a, b]);

  const touch = await page.context().newCDPSession(page);
  const moveFinger = async (type: "touchStart" | "touchMove", [x, y]: [number, number]) => {
    await touch.send("Input.dispatchTouchEvent", { type, touchPoints: [{ x, y }] });
  };
  const [from, to] = [await middleOf(handles.nth(0)), await middleOf(handles.nth(1))];
  await moveFinger("touchStart", from);
  // Held long enough, the photo is lifted and follows the finger.
  await page.locator('[data-photo][style*="translate"]').waitFor();
  await moveFinger("touchMove", to);
  await expect.poll(ids).toEqual([a, c, b]);
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });

  // The focus stays with the photo that the keyboard moves.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await page.getByRole("button", { name: "Mover foto 3 para antes" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(ids).toEqual([a, b, c]);
  await expect.poll(focused).toBe("Mover foto 2 para antes");
  await page.keyboard.press("Space");
  await expect.poll(ids).toEqual([b, a, c]);
  await expect.poll(focused).toMatch(/ foto 1\b/);
  await page.getByText("A capa mudou.").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Usar como capa a foto 3" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(ids).toEqual([c, b, a]);

  await page.getByRole("button", { name: "Girar foto 2" }).click();
  await expect.poll(async () => (await ids())[1], { timeout: 30_000 }).not.toBe(b);
  await storedPhotos(page).nth(2).waitFor();
  const [, turned] = await ids();
  await expect.poll(focused).toBe("Girar foto 2");
  await page.getByRole("button", { name: "Excluir foto 3" }).click();
  await expect.poll(ids).toEqual([c, turned]);
  await save(page);
  await page.waitForURL(`${site.url}/`);
  await page.goto(ad);
  const photos = gallery(page).locator("img");
  expect(await photos.count()).toBe(2);
  expect(await photos.nth(0).getAttribute("src")).toContain(shortenId(String(c)));
  expect(await photos.nth(1).getAttribute("src")).toContain(shortenId(String(turned)));
  expect(await photos.nth(1).getAttribute("height")).toBe("120");
  await visit(page, form);
  await expect.poll(ids).toEqual([c, turned]);
  expect(consoleErrors).toEqual([]);
});

test("unavailable days are chosen by keyboard, by dragging and by typing, which stay in step", async () => {
  const { page } = await openEdit();
  const day = today();
  const stop = page.locator('[data-dia][tabindex="0"]');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-dia"));
  const press = async (key: string, expected: string) => {
    await page.keyboard.press(key);
    await expect.poll(focused, { message: key }).toBe(expected);
    await expect.poll(() => stop.count()).toBe(1);
  };
  const saturday = addDays(day, 13 - new Date(`${day}T00:00:00Z`).getUTCDay());
  await expect.poll(() => stop.getAttribute("data-dia")).toBe(day);
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
  const text = page.locator("[name=datasIndisponiveis]");
  const written = addDays(saturday, 78).split("-").reverse().join("/");
  await page.keyboard.press("Enter");
  await expect.poll(() => text.inputValue()).toBe(written);
  await page.keyboard.press("Space");
  await expect.poll(() => text.inputValue()).toBe("");

  await page.getByText("Prefiro digitar as datas").click();
  const days = page.getByRole("table").last().getByRole("button");
  await days.nth(9).scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middleOf(days.nth(9))));
  await page.mouse.down();
  await page.mouse.move(...(await middleOf(days.nth(11))), { steps: 8 });
  await page.mouse.up();
  await expect.poll(async () => (await text.inputValue()).split(",").length).toBe(3);
  const pressed = page.getByRole("table").getByRole("button", { pressed: true });
  await expect.poll(() => pressed.count()).toBe(3);
  const [one = ""] = (await text.inputValue()).split(",");
  await text.fill(`${one},,`);
  await expect.poll(() => pressed.count()).toBe(1);
  await text.fill("24/12/2030 a 02/01/2031");
  const marked = page.getByRole("list", { name: "Datas marcadas" });
  await marked.getByText("24/12/2030 a 02/01/2031").waitFor();
  await text.fill("31/02/2027");
  await save(page);
  await page.getByText("31/02/2027 não é uma data").first().waitFor();
  await text.fill(one);
  await save(page);
  await page.waitForURL(`${site.url}/`);
});

test("an edit from two tabs can be compared and saved anyway", async () => {
  const { page, ad, form } = await openEdit();
  const other = await page.context().newPage();
  await visit(other, form);
  await other.fill("[name=title]", "Da outra aba");
  await save(other);
  await other.waitForURL(`${site.url}/`);

  await page.fill("[name=title]", "Da minha aba");
  await save(page);
  const anyway = page.getByRole("button", { name: "Salvar a minha mesmo assim" });
  await anyway.waitFor();
  expect(await violations(page)).toEqual([]);
  const [current] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Ver a versão atual" }).click(),
  ]);
  await current.getByRole("heading", { level: 1, name: "Da outra aba" }).waitFor();
  expect(current.url()).toBe(ad);
  expect(await page.inputValue("[name=title]")).toBe("Da minha aba");
  await anyway.click();
  await page.waitForURL(`${site.url}/`);
  await answered(page);
  await current.reload();
  await current.getByRole("heading", { level: 1, name: "Da minha aba" }).waitFor();
});
