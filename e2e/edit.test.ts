import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { publishAd, signUp } from "./advertiser.ts";
import { openPage, photoIds, storedPhotos, violations, visit } from "./browser.ts";
import { workerBrowser } from "./worker-browser.ts";
import { workerSite } from "./worker-site.ts";

const site = await workerSite();
const browser = await workerBrowser();

/** Opens the form of a new ad in a phone's browser. */
async function openEdit(fields: Record<string, string> = {}, photos = 1) {
  const { page, consoleErrors } = await openPage(browser);
  await signUp(page, site.url);
  const ad = await publishAd(page, site.url, fields, photos);
  const form = site.url + ad.replace("/posts/", "/posts/edit/");
  await visit(page, form);
  await storedPhotos(page)
    .nth(photos - 1)
    .waitFor();
  return { page, consoleErrors, ad: site.url + ad, form };
}

const save = (page: Page) => page.getByRole("button", { name: "Salvar", exact: true }).click();

async function middleOf(element: Locator): Promise<[x: number, y: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error("not visible");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test("an edit shows what is wrong in its fold, and takes a place from the drawing", async () => {
  const { page, consoleErrors, ad } = await openEdit({ valorFds: "900" });
  expect(await page.inputValue("[name=valorFds]")).toBe("900");
  const place = page.locator("[name=mapa]");
  expect(await place.isVisible()).toBe(false);
  await page.getByText("Mais detalhes").click();
  await page.getByText("Endereço e mapa").click();
  await page.getByText("Colar do Google Maps").click();
  await place.fill("-23.55, -46.63");
  const far = page.getByRole("checkbox", { name: /fora da região/ });
  await far.waitFor();
  await page.getByText("Mais detalhes").click();
  await page.fill("[name=body]", "");
  await save(page);
  await page.getByText("Por favor, preencha todos os campos!").first().waitFor();
  await page.getByText("Este ponto fica fora da região").first().waitFor();
  expect(await violations(page)).toEqual([]);
  await page.fill("[name=body]", "Outro texto");

  // The tap is on Capitólio's dot.
  const drawing = page.locator("[data-drawing]");
  const box = await drawing.boundingBox();
  if (!box) throw new Error("the drawing is not on the page");
  await drawing.click({ position: { x: (612 / 800) * box.width, y: (268 / 880) * box.height } });
  await expect.poll(() => place.inputValue()).toMatch(/^-20\.61\d?, -46\.0[45]\d?$/);
  await far.waitFor({ state: "detached" });

  await save(page);
  await page.waitForURL(`${site.url}/`);
  await page.locator("[data-flash]").getByText("Anúncio atualizado!").waitFor();
  expect(await (await page.request.get(ad)).text()).toContain("Outro texto");
  expect(consoleErrors).toEqual([]);
});

test("photos are put in order by mouse, finger and keyboard, turned and removed, and saved so", async () => {
  const { page, consoleErrors, form } = await openEdit({}, 3);
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
  await visit(page, form);
  await expect.poll(ids).toEqual([c, turned]);
  expect(consoleErrors).toEqual([]);
});
