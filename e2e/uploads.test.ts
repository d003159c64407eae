import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { heicMessage } from "../app/domain/photos/photo.ts";
import { makeHeic, makeJpeg, padJpeg } from "../testing/pictures.ts";
import { signUp } from "./advertiser.ts";
import { openPage, photoIds, pickedPhotos, storedPhotos, violations, visit } from "./browser.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { startWire } from "./wire.ts";
import { workerBrowser } from "./worker-browser.ts";

/** Visitors reach the site through it. */
const wire = await startWire(() => site.url);
afterAll(() => wire.close());
const site = shareSite(() => startEmptySite({ env: { SITE_URL: wire.url } }));
const browser = await workerBrowser();

interface Photo {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const jpeg = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });
/** A file of 3 MB whose few pixels the browser doesn't downscale. */
let large: Photo;

beforeAll(async () => {
  large = jpeg("grande.jpg", padJpeg(await makeJpeg(400, 300), 3_000_000));
});

async function openForm(): Promise<Page> {
  const { page } = await openPage(browser);
  await signUp(page, wire.url);
  await visit(page, `${wire.url}/posts/create`);
  return page;
}

const choose = (page: Page, ...photos: Photo[]) => page.setInputFiles("input[type=file]", photos);

test("an upload counts confirmed bytes, says when it is offline, goes on after a cut, and can be paused and cancelled", async () => {
  const page = await openForm();
  wire.holdAfter(800_000);
  onTestFinished(() => wire.release());
  const toast = page.locator("[data-progress-toast]");
  await choose(page, large);
  await expect
    .poll(() => toast.textContent(), { timeout: 30_000 })
    .toMatch(/^Enviando foto 1 de 1, [1-9]/);
  await expect.poll(() => wire.isHeld(), { timeout: 30_000 }).toBe(true);
  const percent = async () => Number(/(\d+)%/.exec((await toast.textContent()) ?? "")?.[1]);
  const sent = await percent();
  expect(sent).toBeLessThanOrEqual(27);
  // Its message covers neither the header nor the field.
  const [top, bottom, header, label] = await page.evaluate(() => {
    const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const box = boxOf("[data-progress-toast]");
    return [box?.top, box?.bottom, boxOf("header")?.bottom, boxOf("label[for=images]")?.bottom];
  });
  expect(top).toBeGreaterThan(Number(header));
  expect(top).toBeGreaterThanOrEqual(Number(label));
  expect(bottom).toBeLessThanOrEqual(844);
  expect(await violations(page)).toEqual([]);

  await page.context().setOffline(true);
  await page.getByText("Sem internet: o envio continua sozinho quando ela voltar").waitFor();
  await page.getByRole("listitem").getByText("Sem internet").waitFor();
  expect(await toast.getByRole("progressbar").getAttribute("value")).toBe(String(sent));
  await page.context().setOffline(false);
  wire.cutAfter(300_000);
  wire.release();
  await expect.poll(() => wire.isCut(), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => wire.triesWhileCut(), { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await photoIds(page)).toEqual([]);
  wire.restore();
  await storedPhotos(page).first().waitFor();
  await toast.waitFor({ state: "detached" });
  const [id] = await photoIds(page);
  const answer = await page.request.get(`${wire.url}/envios/${id}/situacao`);
  expect(await answer.json()).toMatchObject({ state: "ready", photo: { id, width: 400 } });

  wire.holdAfter(800_000);
  await choose(page, large);
  await page.getByRole("button", { name: "Pausar foto 2" }).click();
  await page.getByText("Pausada").waitFor();
  wire.release();
  await page.getByRole("button", { name: "Continuar foto 2" }).waitFor();
  expect(await photoIds(page)).toEqual([id]);
  wire.holdAfter(500_000);
  await page.getByRole("button", { name: "Continuar foto 2" }).click();
  await page.getByRole("button", { name: "Pausar foto 2" }).waitFor();
  wire.release();
  await expect.poll(() => photoIds(page)).toHaveLength(2);

  wire.holdAfter(500_000);
  await choose(page, large);
  await page.getByRole("button", { name: "Cancelar foto 3" }).click();
  wire.release();
  await expect.poll(() => pickedPhotos(page).count()).toBe(2);
  expect(await photoIds(page)).toHaveLength(2);
});

test("files that are no photos are refused with a message each; HEIC is sent as JPEG where the browser can read it", async () => {
  const page = await openForm();
  const announced: string[] = [];
  page.on("request", (request) => {
    const metadata = request.headers()["upload-metadata"];
    const [, type = ""] = /filetype ([^,]+)/.exec(metadata ?? "") ?? [];
    if (metadata) announced.push(Buffer.from(type, "base64").toString());
  });
  const heic = { mimeType: "", buffer: await makeHeic(40, 30) };
  await choose(
    page,
    { name: "carta.txt", mimeType: "text/plain", buffer: Buffer.from("não sou uma foto") },
    { name: "20261121_180301.heic", ...heic },
    { name: "lago.jpg", ...heic },
  );
  await page.getByText("não é uma imagem que possamos ler").first().waitFor();
  const sentence = page.getByRole("alert").getByText(heicMessage);
  expect(await sentence.textContent()).toBe(`20261121_180301.heic e lago.jpg: ${heicMessage}`);
  expect(await violations(page)).toEqual([]);
  expect(await pickedPhotos(page).count()).toBe(0);
  expect(announced).toEqual([]);

  // Safari decodes HEIC, which Chromium only pretends to here.
  await page.evaluate(() => {
    const decode = window.createImageBitmap;
    window.createImageBitmap = async (source: ImageBitmapSource) => {
      const isHeic = source instanceof File && (await source.slice(8, 12).text()) === "heic";
      return decode(isHeic ? new ImageData(400, 300) : source);
    };
  });
  await choose(page, { name: "20261121_180302.heic", ...heic });
  await storedPhotos(page).first().waitFor();
  expect(announced).toEqual(["image/jpeg"]);
});
