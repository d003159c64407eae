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

async function openForm(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page } = await openPage(browser);
  await prepare?.(page);
  await signUp(page, wire.url);
  await visit(page, `${wire.url}/posts/create`);
  return page;
}

const choose = (page: Page, ...photos: Photo[]) => page.setInputFiles("input[type=file]", photos);

test("an upload counts confirmed bytes, says when it is offline, and goes on after a cut", async () => {
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
});

test("an upload can be paused, resumed and cancelled", async () => {
  const page = await openForm();
  wire.holdAfter(800_000);
  await choose(page, large);
  await page.getByRole("button", { name: "Pausar foto 1" }).click();
  await page.getByText("Pausada").waitFor();
  wire.release();
  await page.getByRole("button", { name: "Continuar foto 1" }).waitFor();
  expect(await photoIds(page)).toEqual([]);
  wire.holdAfter(500_000);
  await page.getByRole("button", { name: "Continuar foto 1" }).click();
  await page.getByRole("button", { name: "Pausar foto 1" }).waitFor();
  wire.release();
  await storedPhotos(page).first().waitFor();
  expect(await photoIds(page)).toHaveLength(1);

  wire.holdAfter(500_000);
  await choose(page, large);
  await page.getByRole("button", { name: "Cancelar foto 2" }).click();
  wire.release();
  await expect.poll(() => pickedPhotos(page).count()).toBe(1);
  expect(await photoIds(page)).toHaveLength(1);
});

test("files that are no photos are refused with a message each", async () => {
  const page = await openForm();
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.startsWith("/envios")) sent.push(pathname);
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
  expect(sent).toEqual([]);
});

test("HEIC becomes a JPEG before its upload where the browser can read it, however small", async () => {
  // This page decodes HEIC as Safari does.
  const decodeHeic = () => {
    const decode = window.createImageBitmap;
    window.createImageBitmap = async (source: ImageBitmapSource) => {
      const isHeic = source instanceof File && (await source.slice(8, 12).text()) === "heic";
      return decode(isHeic ? new ImageData(400, 300) : source);
    };
  };
  const page = await openForm((opened) => opened.addInitScript(decodeHeic));
  const announced: string[] = [];
  page.on("request", (request) => {
    const metadata = request.headers()["upload-metadata"];
    const type = metadata && /filetype ([^,]+)/.exec(metadata)?.[1];
    if (type) announced.push(Buffer.from(type, "base64").toString());
  });
  const buffer = await makeHeic(400, 300);
  await choose(page, { name: "20261121_180301.heic", mimeType: "", buffer });
  await storedPhotos(page).first().waitFor();
  expect(announced).toEqual(["image/jpeg"]);
});
