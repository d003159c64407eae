import type { Page } from "playwright-core";
import { makeJpeg } from "../testing/pictures.ts";
import { visit } from "./browser.ts";

const ad = {
  title: "Rancho Beira d’Água",
  body: "O gramado termina onde a água começa.",
  valorFds: "2400",
  telefone: "37900010264",
};

/** Registers Maria and publishes her first ad, `fields` overriding what she types. */
export async function publishFirstAd(
  page: Page,
  siteUrl: string,
  fields: Record<string, string> = {},
): Promise<void> {
  await visit(page, `${siteUrl}/register`);
  await page.fill("input[name=displayName]", "Maria");
  await page.fill("input[name=email]", "maria@example.com");
  await page.fill("input[name=password]", "canastra");
  await page.fill("input[name=confirmPassword]", "canastra");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${siteUrl}/`);
  await visit(page, `${siteUrl}/posts/create`);
  await page.setInputFiles("input[type=file]", {
    name: "rancho.jpg",
    mimeType: "image/jpeg",
    buffer: await makeJpeg(640, 480),
  });
  for (const [name, value] of Object.entries({ ...ad, ...fields })) {
    await page.fill(`[name=${name}]`, value);
  }
  await page.selectOption("[name=localizacao]", "Turvo");
  await page.check("[name=whatsapp]");
  await page.click("main form button[type=submit]");
  await page.waitForURL(`${siteUrl}/`);
}
