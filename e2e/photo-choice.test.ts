import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../testing/folder.ts";
import { makeDng, makeJpeg } from "../testing/pictures.ts";
import { signUp } from "./advertiser.ts";
import {
  openPage,
  photoIds,
  pickedPhotos,
  storedPhotos,
  violations,
  visit,
  waitForHydration,
} from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
const folder = await makeFolder({ onDone: afterAll });
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  reducedMotion: "reduce",
} as const;

async function openForm(): Promise<Page> {
  const { page } = await openPage(browser, phone);
  await signUp(page, site.url);
  await visit(page, `${site.url}/posts/create`);
  return page;
}

async function photo(name: string, width = 120): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await makeJpeg(width, 90));
  return path;
}

/** Whether a picture has been decoded. */
const isShown = (image: Element) => (image as HTMLImageElement).naturalWidth > 0;

test("of twelve photos it shows the two left out, and takes one in the place of another", async () => {
  const page = await openForm();
  const files: string[] = [];
  for (let n = 1; n <= 12; n += 1) files.push(await photo(`IMG_${n}.jpg`, 100 + n));
  await page.setInputFiles("input[type=file]", files);
  const note = page.getByRole("alert").filter({ hasText: "Ficaram de fora" });
  await note.getByText("Ficaram de fora: IMG_11.jpg e IMG_12.jpg.").waitFor();
  expect(await pickedPhotos(page).count()).toBe(10);
  await expect
    .poll(() =>
      note
        .locator("img")
        .evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth)),
    )
    .toEqual([111, 112]);
  expect(await note.getByRole("button", { name: /^Incluir/ }).count()).toBe(0);
  expect(await violations(page)).toEqual([]);
  await expect.poll(async () => (await photoIds(page)).length, { timeout: 60_000 }).toBe(10);

  await page.getByRole("button", { name: "Excluir foto 3", exact: true }).tap();
  await page.getByRole("button", { name: "Incluir IMG_12.jpg" }).tap();
  await page.getByText("Ficou de fora: IMG_11.jpg.").waitFor();
  await expect.poll(async () => (await photoIds(page)).length, { timeout: 60_000 }).toBe(10);
  await page.getByRole("button", { name: "Está bom assim" }).tap();
  await expect.poll(() => page.getByText("de fora:").count()).toBe(0);
});

test("after an interruption, photos to choose again are shown, and those that arrived as well", async () => {
  const page = await openForm();
  await page.setInputFiles("input[type=file]", await photo("pronta.jpg"));
  await storedPhotos(page).first().waitFor();
  await page.route("**/envios*", () => undefined);
  await page.setInputFiles("input[type=file]", await photo("a-caminho.jpg"));
  await page.waitForFunction(() =>
    Object.values(localStorage).some((value) => String(value).includes("data:image/jpeg")),
  );
  await page.unroute("**/envios*");
  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await waitForHydration(page);

  const note = page.getByRole("status").filter({ hasText: "a-caminho.jpg não ficou guardada" });
  await note.waitFor();
  await expect.poll(() => note.locator("img").evaluate(isShown)).toBe(true);
  const recovered = page.locator("[data-photo] img");
  await expect.poll(() => recovered.evaluateAll((all) => all.length)).toBe(1);
  await expect.poll(() => recovered.evaluate(isShown)).toBe(true);
  expect(await violations(page)).toEqual([]);
  await page.setInputFiles("input[type=file]", await photo("a-caminho.jpg"));
  await expect.poll(() => note.count()).toBe(0);
});

test("a RAW photo is refused by its kind, with what to do on either phone, and isn't uploaded", async () => {
  const page = await openForm();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  const buffer = await makeDng(64, 48);
  await page.setInputFiles("input[type=file]", [
    { name: "PXL_20261121.dng", mimeType: "image/x-adobe-dng", buffer },
    { name: "casa.jpg", mimeType: "image/jpeg", buffer: await makeJpeg(120, 90) },
  ]);
  const refusal = page.getByRole("alert").getByText(/^PXL_20261121.dng: Não abrimos fotos RAW/);
  expect(await refusal.textContent()).toMatch(/No Android.*no iPhone/);
  await storedPhotos(page).first().waitFor();
  expect(sent.filter((path) => path.startsWith("/envios"))).toEqual(["/envios"]);
  expect(await page.getByText("danificada").count()).toBe(0);
});
