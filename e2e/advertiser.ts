import type { Page } from "playwright-core";
import { expect } from "vitest";
import { makeJpeg } from "../testing/pictures.ts";

export const password = "canastra";
/** Long enough for the staff. */
export const staffPassword = "boi-na-linha-do-trem";

const ad = {
  title: "Rancho Beira d’Água",
  body: "O gramado termina onde a água começa.",
  valorFds: "2400",
  telefone: "37900010264",
  whatsapp: "on",
  localizacao: "Turvo",
};

/** Registers by HTTP and logs the page's browser in; returns the e-mail address. */
export async function signUp(
  page: Page,
  siteUrl: string,
  email = `${crypto.randomUUID()}@example.com`,
  chosen = password,
): Promise<string> {
  const form = { displayName: "Maria", email, password: chosen, confirmPassword: chosen };
  const answer = await page.request.post(`${siteUrl}/register`, { form, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  // Otherwise the next page would greet the new account.
  await page.context().clearCookies({ name: /aviso$/ });
  return email;
}

/** By HTTP, as the logged-in advertiser; `fields` override the usual ones. */
export async function publishAd(
  page: Page,
  siteUrl: string,
  fields: Record<string, string> = {},
  photos = 1,
): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...ad, ...fields })) form.set(name, value);
  const photo = new File([(await makeJpeg(120, 90)) as BlobPart], "a.jpg", { type: "image/jpeg" });
  for (let n = 0; n < photos; n++) form.append("images", photo);
  const answer = await page.request.post(`${siteUrl}/posts/create`, {
    multipart: form,
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}
