import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { runOperator } from "../cli/main.ts";
import { makeJpeg } from "../testing/pictures.ts";
import { publishAd, signUp } from "./advertiser.ts";
import {
  listingCards,
  openPage,
  pickedPhotos,
  storedPhotos,
  violations,
  visit,
} from "./browser.ts";
import { drafts, waitForDraftKeeping } from "./draft-form.ts";
import { startEmptySite } from "./prepared-site.ts";
import { shareSite } from "./shared-site.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startEmptySite);
const browser = await workerBrowser();
let page: Page;
let consoleErrors: string[];

const title = "Rancho Beira d’Água";

beforeEach(async () => {
  ({ page, consoleErrors } = await openPage(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  }));
  const email = await signUp(page, site.url);
  const terminal = {
    env: { DATA_DIR: site.dataDir },
    stdout: process.stdout,
    stderr: process.stderr,
  };
  expect(await runOperator(["plano", email, "profissional"], terminal)).toBe(0);
  const place = { enderecoCompleto: "Rua do Píer, 12", mapa: "-20.6147, -46.0497" };
  await publishAd(page, site.url, { valorDiaria: "950", lazer: "Sauna", ...place }, 3);
  await page.context().clearCookies({ name: /aviso$/ });
  return () => page.context().close();
});

/** Counts what the owner's fingers do. */
function createOwner() {
  let steps = 0;
  return {
    steps: () => steps,
    async tap(target: ReturnType<Page["getByRole"]>) {
      steps += 1;
      await target.tap();
    },
    async fill(target: ReturnType<Page["getByRole"]>, text: string) {
      steps += 1;
      await target.fill(text);
    },
  };
}

const save = () => page.getByRole("button", { name: "Salvar", exact: true });
const copyBox = () => page.getByRole("checkbox", { name: "Copiar também as fotos" });
const pathOfModel = () => new URL(page.url()).pathname + new URL(page.url()).search;

async function openModel(): Promise<void> {
  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: "Usar como modelo" }).tap();
  await page.waitForURL(/\/posts\/create\?modelo=[0-9a-f-]{36}$/);
  await waitForDraftKeeping(page);
}

test("a second ad takes four steps from the first: model, photos, title, save", async () => {
  await visit(page, `${site.url}/dashboard`);
  const owner = createOwner();
  await owner.tap(page.getByRole("link", { name: "Usar como modelo" }));
  await page.waitForURL(/\/posts\/create\?modelo=/);
  await waitForDraftKeeping(page);
  expect(await page.inputValue("[name=valorDiaria]")).toBe("950");
  await owner.tap(page.getByText("Copiar também as fotos"));
  await expect.poll(() => storedPhotos(page).count()).toBe(3);
  expect(await violations(page)).toEqual([]);
  await owner.fill(page.getByRole("textbox", { name: "Título" }), "Casa do Píer");
  await owner.tap(save());
  await page.waitForURL(`${site.url}/`);
  await page.getByText("Anúncio publicado!").first().waitFor();

  expect(owner.steps()).toBeLessThanOrEqual(4);
  expect(await listingCards(page).count()).toBe(2);
  await listingCards(page).getByRole("heading", { name: "Casa do Píer" }).waitFor();
  await page.goto(`${site.url}/dashboard`);
  const texts = await page.getByText(/^Publicado em/).allTextContents();
  expect(texts.map((text) => /, (.+)$/.exec(text)?.[1])).toEqual(["3 fotos", "3 fotos"]);
  expect(await drafts(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("what came along and fits one house only is to be checked until it is changed", async () => {
  await openModel();
  const address = page.getByText(`Confira o endereço: veio de “${title}”.`);
  const position = page.getByText(`Confira a posição: veio de “${title}”.`);
  const name = page.getByText(`É o título de “${title}”: troque pelo nome desta casa.`);
  for (const note of [address, position, name]) await note.waitFor();

  await page.fill("[name=enderecoCompleto]", "Rua do Píer, 14");
  await address.waitFor({ state: "detached" });
  await page.fill("[name=mapa]", "-20.6200, -46.0500");
  await position.waitFor({ state: "detached" });
  await page.fill("[name=title]", "Casa vizinha");
  await name.waitFor({ state: "detached" });
  await expect.poll(() => drafts(page)).toHaveLength(1);

  // A recovered draft that has changed them says nothing of them either.
  await page.reload();
  await page.getByText("Recuperamos o que você tinha digitado.").waitFor();
  expect(await page.inputValue("[name=enderecoCompleto]")).toBe("Rua do Píer, 14");
  for (const note of [address, position, name]) expect(await note.count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("copied photos are removed and put in order like others, and leave with the box", async () => {
  await openModel();
  await copyBox().check({ force: true });
  await expect.poll(() => storedPhotos(page).count()).toBe(3);
  const ids = () =>
    page
      .locator("input[name=foto]")
      .evaluateAll((all) => all.map((one) => Reflect.get(one, "value")));
  const [first, second, third] = await ids();
  await page.getByRole("button", { name: "Usar como capa a foto 3" }).tap();
  await expect.poll(ids).toEqual([third, first, second]);
  await page.getByRole("button", { name: "Excluir foto 2" }).tap();
  await expect.poll(ids).toEqual([third, second]);

  // What was copied is still there after leaving the page.
  const path = pathOfModel();
  await page.getByRole("textbox", { name: "Título" }).fill("Casa do Píer");
  await expect.poll(() => drafts(page)).toHaveLength(1);
  await page.goto(`${site.url}/`);
  await page.goto(site.url + path);
  await page.getByText("Recuperamos o que você tinha digitado.").waitFor();
  await expect.poll(ids).toEqual([third, second]);
  expect(await page.inputValue("[name=title]")).toBe("Casa do Píer");

  await page.getByRole("button", { name: "Recomeçar pelo modelo" }).tap();
  await expect.poll(() => page.inputValue("[name=title]")).toBe(title);
  await expect.poll(() => pickedPhotos(page).count()).toBe(0);
  await copyBox().check({ force: true });
  await expect.poll(() => storedPhotos(page).count()).toBe(3);
  await copyBox().uncheck({ force: true });
  await expect.poll(ids).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("copies beyond the tenth photo are counted and shown, and one can take a free place", async () => {
  await openModel();
  const buffer = await makeJpeg(120, 90);
  const files = Array.from({ length: 9 }, (_, n) => ({
    name: `${n}.jpg`,
    mimeType: "image/jpeg",
    buffer,
  }));
  await page.setInputFiles("input[type=file]", files);
  await expect.poll(() => pickedPhotos(page).count()).toBe(9);
  await copyBox().check({ force: true });
  const note = page.getByRole("alert").filter({ hasText: "fora" });
  await note.getByText(`Ficaram de fora: foto 2 de ${title} e foto 3 de ${title}.`).waitFor();
  expect(await pickedPhotos(page).count()).toBe(10);
  expect(await violations(page)).toEqual([]);

  await page.getByRole("button", { name: "Excluir foto 1", exact: true }).tap();
  await page.getByRole("button", { name: `Incluir foto 3 de ${title}` }).tap();
  await note.getByText(`Ficou de fora: foto 2 de ${title}.`).waitFor();
  await expect.poll(() => storedPhotos(page).count(), { timeout: 60_000 }).toBe(10);
  await copyBox().uncheck({ force: true });
  await expect.poll(() => pickedPhotos(page).count()).toBe(8);
  expect(await note.count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test("the first ad's title is asked about beside it, and may be kept", async () => {
  await openModel();
  await copyBox().check({ force: true });
  await expect.poll(() => storedPhotos(page).count()).toBe(3);
  await save().tap();
  await page.getByText("já é o título do outro anúncio").first().waitFor();
  expect(await page.inputValue("[name=title]")).toBe(title);
  const same = page.getByText("É isso mesmo: os dois anúncios com o mesmo título");
  await page.fill("[name=title]", "Casa do Píer");
  await same.waitFor({ state: "detached" });
  await page.fill("[name=title]", title);
  await same.tap();
  await save().tap();
  await page.waitForURL(`${site.url}/`);
  await page.goto(`${site.url}/dashboard`);
  expect(await page.getByRole("heading", { level: 2, name: title, exact: true }).count()).toBe(2);
});

test("a draft of another ad is neither lost nor mixed in", async () => {
  await page.goto(`${site.url}/posts/create`);
  await waitForDraftKeeping(page);
  const saved = page.waitForResponse((response) =>
    response.url().endsWith("/posts/create/rascunho"),
  );
  await page.getByRole("textbox", { name: "Título" }).fill("Chalé da Serra");
  await saved;

  await visit(page, `${site.url}/dashboard`);
  await page.getByRole("link", { name: "Usar como modelo" }).tap();
  await page.getByRole("heading", { name: "Você tem um anúncio começado" }).waitFor();
  expect(await violations(page)).toEqual([]);
  const path = pathOfModel();
  await page.getByRole("link", { name: "Continuar de onde parou" }).tap();
  await page.waitForURL(`${site.url}/posts/create`);
  await expect.poll(() => page.inputValue("[name=title]")).toBe("Chalé da Serra");

  await visit(page, site.url + path);
  await page.getByRole("button", { name: "Descartar e usar o modelo" }).tap();
  await expect.poll(() => page.locator("[name=title]").inputValue()).toBe(title);
  await expect.poll(() => drafts(page)).toEqual([]);
  await page.goto(`${site.url}/posts/create`);
  await waitForDraftKeeping(page);
  expect(await page.inputValue("[name=title]")).toBe("");
});
