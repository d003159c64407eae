import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { listingForm, password } from "../testing/advertiser.ts";
import { makeJpeg } from "../testing/pictures.ts";

/** Registers by HTTP and logs the page's browser in; returns the e-mail address. */
export async function signUp(
  page: Page,
  siteUrl: string,
  email = `${crypto.randomUUID()}@example.com`,
): Promise<string> {
  const form = { displayName: "Maria", email, password, confirmPassword: password };
  const answer = await page.request.post(`${siteUrl}/register`, { form, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  // This cookie would make the next page greet the new account.
  await page.context().clearCookies({ name: /aviso$/ });
  return email;
}

/** A title that no other ad has, and whose random part isn't mistaken for a number or a word. */
export function uniqueTitle(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))];
  return `Rancho Q${letters.map((byte) => String.fromCharCode(97 + (byte % 26))).join("")}`;
}

/**
 * Publishes an ad by HTTP as the logged-in advertiser, who has no other; `fields` override the usual ones.
 * Returns its path.
 */
export async function publishAd(
  page: Page,
  siteUrl: string,
  fields: Record<string, string> = {},
  photos = 1,
): Promise<string> {
  const photo = await makeJpeg(120, 90);
  const all = { valorFds: "2400", whatsapp: "on", ...fields };
  const form = listingForm(all, Array(photos).fill(photo));
  const answer = await page.request.post(`${siteUrl}/posts/create`, {
    multipart: form,
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  return findOwnAd(page, siteUrl);
}

/** Path of the ad of an advertiser who has one. */
export async function findOwnAd(page: Page, siteUrl: string): Promise<string> {
  const dashboard = await (await page.request.get(`${siteUrl}/dashboard`)).text();
  const [, id] = /\/posts\/edit\/([0-9a-f-]{36})/.exec(dashboard) ?? [];
  if (!id) throw new Error("the advertiser has no ad");
  return `/posts/${id}`;
}

/** The calendar's link in the dashboard's list of ads; the next steps of a new ad have another. */
export function calendarLink(dashboard: Page): Locator {
  return dashboard
    .getByRole("link", { name: "Calendário", exact: true })
    .and(dashboard.locator("[aria-describedby]"));
}
