import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { heicMessage } from "../app/photos/photo-limits.ts";
import { makeFolder } from "../testing/folder.ts";
import { makeHeic, makeJpeg, padJpeg } from "../testing/pictures.ts";
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
import { drafts } from "./draft-form.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { startWire } from "./wire.ts";
import { workerBrowser } from "./worker-browser.ts";

/** Visitors reach the site through it. */
const wire = await startWire(() => site.url);
afterAll(() => wire.close());
const site = shareSite(() => startEmptySite({ env: { SITE_URL: wire.url } }));
const browser = await workerBrowser();
const folder = await makeFolder({ onDone: afterAll });
/** A file of 6 MB whose few pixels the browser doesn't downscale. */
const large = join(folder, "grande.jpg");

beforeAll(async () => {
  await writeFile(large, padJpeg(await makeJpeg(400, 300), 6_000_000));
});

async function openForm(): Promise<Page> {
  const { page } = await openPage(browser);
  await signUp(page, wire.url);
  await visit(page, `${wire.url}/posts/create`);
  return page;
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };

test("an upload of a 6 MB photo resumes automatically after the connection is cut", async () => {
  const page = await openForm();
  wire.cutAfter(2_500_000);
  await page.setInputFiles("input[type=file]", large);
  await expect.poll(() => wire.isCut(), { timeout: 30_000 }).toBe(true);
  await expect.poll(() => wire.triesWhileCut(), { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await photoIds(page)).toEqual([]);
  wire.restore();
  await storedPhotos(page).first().waitFor({ timeout: 90_000 });
  const [id] = await photoIds(page);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const shown = await page.evaluate(async (photo) => {
    const answer = await fetch(`/envios/${photo}/situacao`);
    return answer.json();
  }, id);
  expect(shown).toMatchObject({ state: "ready", photo: { id, width: 400, height: 300 } });
});

test("an upload counts confirmed bytes, says when it is offline, and covers nothing", async () => {
  const page = await openForm();
  wire.holdAfter(1_500_000);
  onTestFinished(() => wire.release());
  const toast = page.locator("[data-progress-toast]");
  const beginnings = page.evaluate(
    () =>
      new Promise<(string | null)[]>((resolve) => {
        const watch = new MutationObserver(() => {
          const said = document.querySelector("[data-progress-toast] p")?.textContent;
          if (!said) return;
          watch.disconnect();
          const figure = document.querySelector("[data-photo] b")?.textContent ?? null;
          resolve([said, figure]);
        });
        watch.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.setInputFiles("input[type=file]", large);
  expect(await beginnings).toEqual(["Enviando foto 1 de 1", null]);
  await expect
    .poll(() => toast.textContent(), { timeout: 30_000 })
    .toMatch(/^Enviando foto 1 de 1, [1-9]/);
  await expect.poll(() => wire.isHeld(), { timeout: 30_000 }).toBe(true);
  const percent = async () => Number(/(\d+)%/.exec((await toast.textContent()) ?? "")?.[1]);
  expect(await percent()).toBeLessThanOrEqual(25);

  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    const [bar, box, header, label] = await page.evaluate(() => {
      const boxOf = (element: Element | null | undefined) =>
        element?.getBoundingClientRect().toJSON();
      const shown = document.querySelector("[data-progress-toast]");
      return [
        boxOf(shown?.parentElement),
        boxOf(shown),
        boxOf(document.querySelector("header")),
        boxOf(document.querySelector("label[for=images]")),
      ];
    });
    expect(bar.height).toBeLessThanOrEqual(120);
    expect(bar.bottom).toBeLessThanOrEqual(viewport.height);
    expect(box.top).toBeGreaterThan(header.bottom);
    expect(label.bottom).toBeLessThanOrEqual(box.top);
    expect([box.left >= bar.left, box.right <= bar.right]).toEqual([true, true]);
    expect(await violations(page)).toEqual([]);
  }

  const sent = await percent();
  await page.context().setOffline(true);
  for (const viewport of [desktop, phone]) {
    await page.setViewportSize(viewport);
    await page.getByText("Sem internet: o envio continua sozinho quando ela voltar").waitFor();
    await page.getByRole("listitem").getByText("Sem internet").waitFor();
  }
  expect(await toast.getByRole("progressbar").getAttribute("value")).toBe(String(sent));
  await page.context().setOffline(false);
  wire.release();
  await storedPhotos(page).first().waitFor({ timeout: 90_000 });
  await toast.waitFor({ state: "detached" });
});

test("an upload can be paused, resumed and cancelled", async () => {
  const page = await openForm();
  wire.holdAfter(1_500_000);
  await page.setInputFiles("input[type=file]", large);
  await page.getByRole("button", { name: "Pausar foto 1" }).click();
  await page.getByText("Pausada").waitFor();
  wire.release();
  await page.getByRole("button", { name: "Continuar foto 1" }).waitFor();
  expect(await photoIds(page)).toEqual([]);

  wire.holdAfter(1_000_000);
  await page.getByRole("button", { name: "Continuar foto 1" }).click();
  await page.getByRole("button", { name: "Pausar foto 1" }).waitFor();
  wire.release();
  await storedPhotos(page).first().waitFor({ timeout: 90_000 });
  expect(await photoIds(page)).toHaveLength(1);

  wire.holdAfter(1_000_000);
  await page.setInputFiles("input[type=file]", large);
  await page.getByRole("button", { name: "Cancelar foto 2" }).click();
  wire.release();
  await expect.poll(() => pickedPhotos(page).count()).toBe(1);
  expect(await photoIds(page)).toHaveLength(1);
});

test("an eleventh photo, a text file and a file over 25 MB are refused with a message each", async () => {
  const page = await openForm();
  const small = join(folder, "pequena.jpg");
  await writeFile(small, await makeJpeg(120, 90));
  const text = join(folder, "carta.txt");
  await writeFile(text, "não sou uma foto");
  const huge = join(folder, "enorme.jpg");
  await writeFile(huge, Buffer.alloc(25 * 1024 * 1024 + 1));

  await page.setInputFiles("input[type=file]", [text, huge]);
  await page.getByText("não é uma imagem que possamos ler").first().waitFor();
  await page.getByText("A foto passa de 25 MB.").first().waitFor();
  expect(await pickedPhotos(page).count()).toBe(0);

  await page.setInputFiles("input[type=file]", Array(11).fill(small));
  await page.getByText("Cada anúncio leva até 10 fotos.").first().waitFor();
  const stored = async () => (await photoIds(page)).length;
  await expect.poll(stored, { timeout: 100_000 }).toBe(10);

  // Without a connection, removing makes room all the same.
  await page.context().setOffline(true);
  for (const number of [10, 9]) {
    await page.getByRole("button", { name: `Excluir foto ${number}`, exact: true }).click();
  }
  await expect.poll(stored).toBe(8);
  await page.context().setOffline(false);
  await page.setInputFiles("input[type=file]", [small, small]);
  await expect.poll(stored, { timeout: 100_000 }).toBe(10);
});

test("HEIC that the browser can't read is refused before its upload with the reason and a way out", async () => {
  const page = await openForm();
  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.startsWith("/envios")) sent.push(pathname);
  });
  const heic = { mimeType: "", buffer: await makeHeic(400, 300) };
  const jpeg = { mimeType: "image/jpeg", buffer: await makeJpeg(400, 300) };
  await page.setInputFiles("input[type=file]", [
    { name: "20261121_180301.heic", ...heic },
    { name: "varanda.jpg", ...jpeg },
    { name: "lago.jpg", ...heic },
  ]);
  const sentence = page.getByRole("alert").getByText(heicMessage);
  expect(await sentence.textContent()).toBe(`20261121_180301.heic e lago.jpg: ${heicMessage}`);
  expect(await violations(page)).toEqual([]);
  await storedPhotos(page).first().waitFor();
  expect(await pickedPhotos(page).count()).toBe(1);
  expect(sent).toEqual(["/envios"]);
});

test("HEIC becomes a JPEG before its upload where the browser can read it, however small", async () => {
  const { page } = await openPage(browser);
  // This page decodes HEIC as Safari does.
  await page.addInitScript(() => {
    const decode = window.createImageBitmap;
    window.createImageBitmap = async (source: ImageBitmapSource) => {
      const isHeic = source instanceof File && (await source.slice(8, 12).text()) === "heic";
      return decode(isHeic ? new ImageData(400, 300) : source);
    };
  });
  await signUp(page, wire.url);
  await visit(page, `${wire.url}/posts/create`);
  const announced: string[] = [];
  page.on("request", (request) => {
    const metadata = request.headers()["upload-metadata"];
    const type = metadata && /filetype ([^,]+)/.exec(metadata)?.[1];
    if (type) announced.push(Buffer.from(type, "base64").toString());
  });
  const buffer = await makeHeic(400, 300);
  await page.setInputFiles("input[type=file]", [
    { name: "20261121_180301.heic", mimeType: "", buffer },
    { name: "IMG_0001.HEIC", mimeType: "image/heic", buffer },
  ]);
  await storedPhotos(page).nth(1).waitFor();
  expect(announced).toEqual(["image/jpeg", "image/jpeg"]);
});

test("an upload resumes after a page reload", async () => {
  const page = await openForm();
  const created: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === "/envios" && response.status() === 201) created.push(pathname);
  });
  wire.holdAfter(2_000_000);
  await page.setInputFiles("input[type=file]", large);
  await expect.poll(() => created.length, { timeout: 30_000 }).toBe(1);
  // Only the form that began the upload resumes it.
  await page.waitForFunction(() => "mardeminas.envios" in localStorage);
  await expect.poll(() => drafts(page)).toHaveLength(1);
  const draft = await page.inputValue("input[name=rascunho]");
  await page.reload({ waitUntil: "commit" });
  wire.release();
  await waitForHydration(page);
  await expect.poll(() => page.inputValue("input[name=rascunho]")).toBe(draft);
  await page.setInputFiles("input[type=file]", large);
  await storedPhotos(page).first().waitFor({ timeout: 90_000 });
  expect(created).toHaveLength(1);
  expect(await photoIds(page)).toHaveLength(1);
});
