import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeFolder } from "../testing/folder.ts";
import { makeJpeg, padJpeg } from "../testing/pictures.ts";
import { listingCards, openPage, unfoldSearch, waitForHydration } from "./browser.ts";
import { shareSite } from "./shared-site.ts";
import { startSite } from "./site-process.ts";
import { workerBrowser } from "./worker-browser.ts";

const site = shareSite(startSite);
const browser = await workerBrowser();
const folder = await makeFolder({ onDone: afterAll });

test("an owner publishes an ad with three photos; a visitor finds it and contacts the owner", async () => {
  const files = [
    join(folder, "piscina.jpg"),
    join(folder, "varanda.jpg"),
    join(folder, "quarto.jpg"),
  ];
  const photographs = [
    await makeJpeg(4000, 3000),
    await makeJpeg(1600, 1200),
    padJpeg(await makeJpeg(1200, 1600), 600_000),
  ];
  expect(photographs[0]?.length).toBeLessThan(262_144);
  expect(photographs[2]?.length).toBeGreaterThan(262_144);
  for (const [n, bytes] of photographs.entries()) {
    await writeFile(files[n] ?? "", bytes);
  }
  const { page, consoleErrors } = await openPage(browser);

  // Logged out, the form redirects to /login.
  await page.goto(`${site.url}/posts/create`);
  await page.waitForURL(`${site.url}/login`);

  // Register; mismatched passwords keep the rest of the input.
  await page.goto(`${site.url}/register`);
  // A form submitted earlier would be refused by the server, and Chromium would log the 400.
  await waitForHydration(page);
  await page.fill("input[name=displayName]", "Maria Aparecida Leite");
  await page.fill("input[name=email]", "Maria@Example.com");
  await page.fill("input[name=password]", "serra-da-canastra");
  await page.fill("input[name=confirmPassword]", "serra-do-cipo");
  await page.click("main form button[type=submit]");
  await page.getByText("As senhas precisam ser iguais!").first().waitFor();
  expect(await page.inputValue("input[name=email]")).toBe("Maria@Example.com");
  await page.fill("input[name=password]", "serra-da-canastra");
  await page.fill("input[name=confirmPassword]", "serra-da-canastra");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`);
  await page.getByText("Não foram encontrados posts").waitFor();
  const session = (await page.context().cookies()).find((cookie) =>
    cookie.name.includes("session"),
  );
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });

  // Logged in, /login redirects home.
  await page.goto(`${site.url}/login`);
  await page.waitForURL(`${site.url}/`);

  // Fill in the form.
  await page.getByRole("link", { name: "Criar primeiro post" }).click();
  await page.getByRole("heading", { name: "Cadastrar Imovel" }).waitFor();
  await waitForHydration(page);
  await page.click("main form button[type=submit]");
  await page.getByText("Por favor, selecione ao menos uma imagem.").first().waitFor();
  await page.setInputFiles("input[type=file]", files);
  await page.fill("[name=title]", "Rancho Beira d’Água");
  await page.fill("[name=body]", "O gramado termina onde a água começa.");
  await page.fill("[name=valorFds]", "2.400");
  await page.fill("[name=valorDiaria]", "950");
  await page.locator("[name=telefone]").pressSequentially("37900010264");
  await expect.poll(() => page.inputValue("[name=telefone]")).toBe("(37) 90001-0264");
  await page.check("[name=whatsapp]");
  await page.getByText("Piscina", { exact: true }).click();
  await page.click("main form button[type=submit]");
  await page.getByText("Por favor, preencha todos os campos!").first().waitFor();
  await page.selectOption("[name=localizacao]", "Escarpas do Lago");
  await page.fill("[name=quantidadeMaximaPessoas]", "16");
  await page.fill("[name=QuantidadeTotalQuartos]", "6");
  await page.fill("[name=enderecoCompleto]", "Alameda dos Ipês, 410");
  await page.getByText("Prefiro digitar as datas").click();
  await page.fill("[name=datasIndisponiveis]", "24/12/2030,25/12/2030,");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${site.url}/`, { timeout: 90_000 });

  // The ad is first on the home page, with its three photos.
  const card = listingCards(page).first();
  await card.getByText("Rancho Beira d’Água").waitFor();
  await expect.poll(() => card.locator("img").count()).toBe(3);
  expect(await card.innerText()).toMatch(/R\$\s2\.400/);
  expect(await card.innerText()).toMatch(/R\$\s950/);

  // A second ad exceeds the plan's limit: the form redirects home with a message.
  await page.goto(`${site.url}/posts/create`);
  await page.waitForURL(`${site.url}/`);
  await page
    .getByText("Você atingiu o limite de anúncio para o seu plano: basico.")
    .first()
    .waitFor();

  // Search finds the ad by maximum price and place, but not below its price.
  const visitor = await openPage(browser);
  await visitor.page.goto(site.url);
  await waitForHydration(visitor.page);
  await unfoldSearch(visitor.page);
  await visitor.page.selectOption("form [name=localizacao]", "Escarpas do Lago");
  await visitor.page.locator("form [name=q]").pressSequentially("R$950x");
  await expect.poll(() => visitor.page.inputValue("form [name=q]")).toBe("950");
  await visitor.page.getByRole("button", { name: "Buscar" }).click();
  await visitor.page.waitForURL(/\/search\?/);
  const address = new URL(visitor.page.url());
  expect(address.searchParams.get("q")).toBe("950");
  expect(address.searchParams.get("localizacao")).toBe("Escarpas do Lago");
  await listingCards(visitor.page).getByText("Rancho Beira d’Água").waitFor();
  await visitor.page.goto(`${site.url}/search?q=949&localizacao=Escarpas+do+Lago`);
  await visitor.page.getByText("Não foram encontrados imoveis a partir da sua busca...").waitFor();
  expect(await listingCards(visitor.page).count()).toBe(0);
  await visitor.page.goto(`${site.url}/search?q=1000`);

  // The ad's page links to the owner's WhatsApp.
  await visitor.page.getByRole("link", { name: "Rancho Beira d’Água", exact: true }).click();
  await visitor.page.waitForURL(/\/posts\/[0-9a-f-]{36}$/);
  await visitor.page.getByRole("heading", { level: 1, name: "Rancho Beira d’Água" }).waitFor();
  const href = await visitor.page
    .getByRole("link", { name: /Chamar no WhatsApp/ })
    .first()
    .getAttribute("href");
  const whatsapp = new URL(href ?? "");
  expect(whatsapp.origin + whatsapp.pathname).toBe("https://wa.me/5537900010264");
  const greeting = whatsapp.searchParams.get("text") ?? "";
  expect(greeting).toContain("Rancho Beira d’Água");
  expect(greeting).toContain(visitor.page.url());
  const text = await visitor.page.locator("main").innerText();
  expect(text).toContain("Alameda dos Ipês, 410");
  expect(text).toContain("Informação não disponível");
  expect(text).toContain("Datas em vermelho estão indisponíveis");
  const photo = visitor.page.locator("main img").first();
  await photo.waitFor();
  const width = () => photo.evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  await page.goto(site.url);
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("button", { name: "Sair" }).filter({ visible: true }).click();
  // Without hydration, "Sair" loads a new document, which closes a menu opened too early.
  await page
    .getByRole("link", { name: "Entrar", includeHidden: true })
    .first()
    .waitFor({ state: "attached" });
  await page.locator("details[data-menu][open]").waitFor({ state: "detached" });
  await page.getByText("Menu", { exact: true }).click();
  await page.getByRole("link", { name: "Entrar" }).filter({ visible: true }).waitFor();
  await page.goto(`${site.url}/posts/create`);
  await page.waitForURL(`${site.url}/login`);

  expect(consoleErrors).toEqual([]);
  expect(visitor.consoleErrors).toEqual([]);
});
