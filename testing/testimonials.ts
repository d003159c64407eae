import { eq } from "drizzle-orm";
import { nightsOf } from "../app/domain/calendar/stays.ts";
import { unavailableDays } from "../app/platform/db/schema.ts";
import { testimonials } from "../app/platform/db/testimonial-schema.ts";
import { postForm } from "./account-pages.ts";
import { lettersTo, newAddress, publishAskable, soon } from "./questions.ts";
import type { TestSite } from "./site.ts";

/** Two nights of last month. */
export const pastStay = { entrada: soon(-40), saida: soon(-38) };

export const validTestimonial = {
  nome: "Ana",
  email: "ana@example.com",
  nota: "5",
  texto: "Casa limpa, vista linda e um café da manhã para lembrar.",
};

/** Publishes an ad whose calendar has the nights of {@link pastStay}. */
export async function publishVisited(site: TestSite, overrides: object = {}) {
  const ad = await publishAskable(site, overrides);
  await takeNights(site, ad.id, pastStay);
  return ad;
}

export async function takeNights(
  site: TestSite,
  postId: string,
  { entrada, saida }: { entrada: string; saida: string },
): Promise<void> {
  const nights = nightsOf({ checkIn: entrada, checkOut: saida });
  await site.db
    .insert(unavailableDays)
    .values(nights.map((day) => ({ postId, day })))
    .onConflictDoNothing();
}

export function invite(
  site: TestSite,
  { id, cookie }: { id: string; cookie: string },
  stay: { entrada: string; saida: string } = pastStay,
) {
  return postForm(site, `/posts/${id}/depoimentos`, { intent: "convidar", ...stay }, cookie);
}

/** Invites a guest and returns the path of the invitation that the advertiser's page shows. */
export async function openInvitation(
  site: TestSite,
  ad: { id: string; cookie: string },
  stay = pastStay,
): Promise<string> {
  const location = (await invite(site, ad, stay)).headers.get("Location") ?? "";
  const page = await site.app.request(location, { headers: { Cookie: ad.cookie } });
  const id = /convite=([0-9a-f-]{36})/.exec(location)?.[1] ?? "-";
  const codes = [
    ...(await page.text()).matchAll(/href="[^"]*(\/depoimento\/([0-9a-f]{32})\S+?)"/g),
  ];
  const path = codes.find(([, , code]) => code === id.replaceAll("-", ""))?.[1];
  if (!path) throw new Error(`no invitation at ${location}`);
  return path;
}

export function write(
  site: TestSite,
  path: string,
  fields: Partial<Record<string, string>> = {},
  cookie = "",
) {
  const form = { ...validTestimonial, ...fields } as Record<string, string>;
  return postForm(site, path, form, cookie);
}

/** Path of the link in the newest letter to a guest. */
export async function guestLink(site: TestSite, email: string): Promise<string> {
  const letter = (await lettersTo(site, email)).at(-1);
  return /\/meu-depoimento\/\S+/.exec(letter?.text ?? "")?.[0] ?? "";
}

/** Writes and confirms a testimonial as its guest; returns the path of the guest's link. */
export async function publishTestimonialOf(
  site: TestSite,
  ad: { id: string; cookie: string },
  fields: Partial<Record<string, string>> = {},
): Promise<string> {
  const email = newAddress();
  await write(site, await openInvitation(site, ad), { email, ...fields });
  const link = await guestLink(site, fields.email ?? email);
  await postForm(site, link, { intent: "publicar" });
  return link;
}

/** Stores a published testimonial. */
export async function storeTestimonial(
  site: Pick<TestSite, "db">,
  postId: string,
  overrides: Partial<typeof testimonials.$inferInsert> = {},
) {
  const [row] = await site.db
    .insert(testimonials)
    .values({
      postId,
      ...pastStay,
      nome: "Ana",
      email: newAddress(),
      nota: 5,
      texto: validTestimonial.texto,
      writtenAt: new Date(),
      publishedAt: new Date(),
      ...overrides,
    })
    .returning();
  if (!row) throw new Error("insert gave no row");
  return row;
}

export function testimonialsOf(site: Pick<TestSite, "db">, postId: string) {
  return site.db
    .select()
    .from(testimonials)
    .where(eq(testimonials.postId, postId))
    .orderBy(testimonials.createdAt);
}
