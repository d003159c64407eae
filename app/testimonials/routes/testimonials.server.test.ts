import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { postForm } from "../../../testing/account-pages.ts";
import { lettersTo, newAddress, soon } from "../../../testing/questions.ts";
import { shareTestSite } from "../../../testing/site.ts";
import {
  guestLink,
  invite,
  openInvitation,
  pastStay,
  publishTestimonialOf,
  publishVisited,
  storeTestimonial,
  takeNights,
  testimonialsOf,
  validTestimonial,
  write,
} from "../../../testing/testimonials.ts";
import { feeds } from "../../db/calendar-schema.ts";
import { testimonials } from "../../db/testimonial-schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });

/** A page without tags. */
async function textOf(path: string, cookie = ""): Promise<string> {
  const answer = await sharedSite().app.request(path, { headers: { Cookie: cookie } });
  return (await answer.text()).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("an invitation needs nights that were all taken, marked here or in a feed", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  await site.db.insert(feeds).values({
    postId: ad.id,
    nome: "Airbnb",
    endereco: "https://example.com/a.ics",
    nights: `{[${pastStay.saida},${soon(-36)})}`,
  });
  const refused = await invite(site, ad, { entrada: soon(-41), saida: pastStay.saida });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(/a noite de \d\d\/\d\d\/\d{4} ficou livre/);
  expect(await testimonialsOf(site, ad.id)).toEqual([]);
  const invited = await invite(site, ad, { entrada: pastStay.entrada, saida: soon(-36) });
  expect(invited.status).toBe(302);
  expect(await testimonialsOf(site, ad.id)).toMatchObject([
    { entrada: pastStay.entrada, saida: soon(-36), writtenAt: null },
  ]);
});

test("the owner's page offers the stays found in the calendar, with a link for WhatsApp", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site, { title: "Rancho do Sol" });
  await takeNights(site, ad.id, { entrada: soon(-1), saida: soon(2) });
  const page = `/posts/${ad.id}/depoimentos`;
  const html = await (await site.app.request(page, { headers: { Cookie: ad.cookie } })).text();
  expect(html).toContain(`name="entrada" value="${pastStay.entrada}"`);
  expect(html).not.toContain(`name="entrada" value="${soon(-1)}"`);
  const path = await openInvitation(site, ad);
  const invited = await (await site.app.request(page, { headers: { Cookie: ad.cookie } })).text();
  // The stay has its invitation, and isn't offered again.
  expect(invited).not.toContain(`name="entrada" value="${pastStay.entrada}"`);
  const whatsapp = /https:\/\/wa\.me\/\?text=([^"]+)/.exec(invited)?.[1] ?? "";
  expect(decodeURIComponent(whatsapp)).toContain("Foi uma alegria receber vocês em Rancho do Sol.");
  expect(decodeURIComponent(whatsapp)).toContain(path);
});

test("a stay has one invitation: a new one ends the old link, and none comes beside a testimonial", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const first = await openInvitation(site, ad);
  const second = await openInvitation(site, ad);
  expect((await site.app.request(first)).status).toBe(410);
  expect((await site.app.request(second)).status).toBe(200);
  expect(await testimonialsOf(site, ad.id)).toHaveLength(1);
  // One night of the stay is the same stay.
  const part = { entrada: soon(-39), saida: pastStay.saida };
  const third = await openInvitation(site, ad, part);
  expect((await site.app.request(second)).status).toBe(410);
  await write(site, third, { email: newAddress() });
  const refused = await invite(site, ad);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("já escreveu o depoimento");
});

test("the owner withdraws an invitation, but not one that was used", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const path = await openInvitation(site, ad);
  const [row] = await testimonialsOf(site, ad.id);
  const page = `/posts/${ad.id}/depoimentos`;
  const withdraw = () => postForm(site, page, { intent: "desfazer", id: row?.id ?? "" }, ad.cookie);
  await write(site, path, { email: newAddress() });
  expect(await textOf(page, ad.cookie)).toContain("falta o hóspede confirmar");
  expect((await withdraw()).status).toBe(409);
  await site.db
    .update(testimonials)
    .set({ nome: null, email: null, nota: null, texto: null, writtenAt: null })
    .where(eq(testimonials.id, row?.id ?? ""));
  expect((await withdraw()).status).toBe(200);
  expect(await testimonialsOf(site, ad.id)).toEqual([]);
  expect((await site.app.request(path)).status).toBe(410);
});

test("at most 20 invitations of an ad a day", async () => {
  const site = sharedSite();
  await site.db.execute(sql`delete from rate_limits`);
  const ad = await publishVisited(site);
  const limits = site.rateLimits({ name: "invitation-listing", points: 20, duration: 86_400 });
  await limits.penalty(ad.id, 20_000);
  const refused = await invite(site, ad);
  expect(refused.status).toBe(429);
  expect(await testimonialsOf(site, ad.id)).toEqual([]);
});

test("nothing is public, and nobody is told, before the button behind the letter's link", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site, { title: "Rancho da Lua" });
  const email = newAddress();
  const path = await openInvitation(site, ad);
  expect(await textOf(path)).toContain("Rancho da Lua");
  const sent = await write(site, path, { email });
  expect(sent.headers.get("Location")).toBe(`${path}?enviado=1`);
  expect(await textOf(`${path}?enviado=1`)).toContain("Falta só confirmar");
  const [letter] = await lettersTo(site, email);
  // Nobody has confirmed the address: the letter has the site's words alone.
  expect(letter?.text).not.toContain(validTestimonial.texto);
  expect(letter?.text).not.toContain("Rancho da Lua");
  const link = await guestLink(site, email);
  expect(await textOf(link)).toContain(validTestimonial.texto);
  expect(await textOf(`/posts/${ad.id}`)).not.toContain(validTestimonial.texto);
  expect(await lettersTo(site, ad.user.email)).toEqual([]);
  expect((await testimonialsOf(site, ad.id))[0]?.publishedAt).toBeNull();

  for (let time = 0; time < 2; time++) {
    expect((await postForm(site, link, { intent: "publicar" })).status).toBe(302);
  }
  const page = await textOf(`/posts/${ad.id}`);
  expect(page).toContain(validTestimonial.texto);
  expect(page).not.toContain(email);
  const told = await lettersTo(site, ad.user.email);
  expect(told.map(({ subject }) => subject)).toEqual(["Novo depoimento no seu anúncio"]);
  expect(told[0]?.text).toContain(`> ${validTestimonial.texto}`);
  expect(told[0]?.text).not.toContain(email);
  expect(await testimonialsOf(site, ad.id)).toMatchObject([
    { nome: "Ana", nota: 5, inviterHash: null },
  ]);
  // The invitation is used up.
  expect((await site.app.request(path)).status).toBe(410);
  expect((await write(site, path, { texto: "Outra coisa, escrita depois." })).status).toBe(410);
});

test("before confirming, a guest may write again, which ends the first letter's link", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const path = await openInvitation(site, ad);
  const [wrong, right] = [newAddress(), newAddress()];
  await write(site, path, { email: wrong });
  const first = await guestLink(site, wrong);
  await write(site, path, { email: right, nota: "4" });
  expect((await site.app.request(first)).status).toBe(410);
  expect((await postForm(site, first, { intent: "publicar" })).status).toBe(410);
  expect(await lettersTo(site, wrong)).toEqual([]);
  expect(await testimonialsOf(site, ad.id)).toMatchObject([
    { email: right, nota: 4, publishedAt: null },
  ]);
});

test.each([
  ["nome", "", "Diga o seu primeiro nome."],
  ["nome", "A".repeat(41), "O nome passa de 40 caracteres."],
  ["nome", "visite www.exemplo.com", "O nome não pode ter endereço"],
  ["email", "ana", "Confira o e-mail"],
  ["nota", "", "Escolha uma nota, de 1 a 5."],
  ["nota", "6", "Escolha uma nota, de 1 a 5."],
  ["texto", "Muito bom!", "são ao menos 20 caracteres"],
  ["texto", "a".repeat(1001), "O texto passa de 1000 caracteres."],
])("a testimonial with %s '%.20s' is refused beside the field", async (field, value, words) => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const path = await openInvitation(site, ad);
  const refused = await write(site, path, { [field]: value });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain(words);
  expect(html).toContain(`id="${field}-error"`);
  if (field !== "texto") expect(html).toContain(validTestimonial.texto);
  expect((await testimonialsOf(site, ad.id))[0]?.writtenAt).toBeNull();
});

test("a bot that fills the hidden field is thanked, and nothing is stored", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const path = await openInvitation(site, ad);
  const answer = await write(site, path, { assunto: "Compre já" });
  expect(answer.headers.get("Location")).toBe(`${path}?enviado=1`);
  expect((await testimonialsOf(site, ad.id))[0]?.writtenAt).toBeNull();
});

test("a guest erases theirs at any time, with every letter about it", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const email = newAddress();
  const link = await publishTestimonialOf(site, ad, { email });
  const [row] = await testimonialsOf(site, ad.id);
  expect((await site.app.request(link)).status).toBe(200);
  const erased = await postForm(site, link, { intent: "apagar" });
  expect(erased.headers.get("Location")).toBe("/depoimento/apagado");
  expect(await testimonialsOf(site, ad.id)).toEqual([]);
  expect(await lettersTo(site, email)).toEqual([]);
  expect(await lettersTo(site, ad.user.email)).toEqual([]);
  expect(await textOf(`/posts/${ad.id}`)).not.toContain(validTestimonial.texto);
  expect((await site.app.request(link)).status).toBe(410);
  const { rows } = await site.db.execute(
    sql`select 1 from outbox where content::text like ${`%${row?.id}%`}`,
  );
  expect(rows).toEqual([]);
});

test("of what nobody confirmed, the button 'Apagar' erases and doesn't publish", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const email = newAddress();
  await write(site, await openInvitation(site, ad), { email });
  const link = await guestLink(site, email);
  const html = await (await site.app.request(link)).text();
  // Two buttons share the form, so only the one that is pressed may name what it does.
  expect(html).toMatch(/<button[^>]*value="publicar"[^>]*>Publicar depoimento/);
  expect(html).not.toMatch(/<input[^>]*name="intent"/);
  await postForm(site, link, { intent: "apagar" });
  expect(await testimonialsOf(site, ad.id)).toEqual([]);
});

test("the owner answers once, edits the answer, and can't answer a hidden one", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const row = await storeTestimonial(site, ad.id);
  const page = `/posts/${ad.id}/depoimentos`;
  const reply = (resposta: string) =>
    postForm(site, page, { intent: "responder", id: row.id, resposta }, ad.cookie);
  const empty = await reply("  ");
  expect(empty.status).toBe(400);
  expect(await empty.text()).toContain("Escreva a sua resposta.");
  expect((await reply("Voltem sempre!")).status).toBe(200);
  expect(await textOf(`/posts/${ad.id}`)).toContain("Voltem sempre!");
  expect((await reply("Voltem logo!")).status).toBe(200);
  const text = await textOf(`/posts/${ad.id}`);
  expect(text).toContain("Voltem logo!");
  expect(text).not.toContain("Voltem sempre!");
  await site.db
    .update(testimonials)
    .set({ hiddenAt: new Date(), hiddenReason: "Inventado" })
    .where(eq(testimonials.id, row.id));
  expect((await reply("Não!")).status).toBe(404);
  expect(await testimonialsOf(site, ad.id)).toMatchObject([{ resposta: "Voltem logo!" }]);
});

const device = (answer: Response) => answer.headers.get("Set-Cookie")?.split(";")[0] ?? "";

test("a testimonial from the inviter's network, device or e-mail is flagged, and published all the same", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const flagsOf = async () => (await testimonialsOf(site, ad.id))[0]?.flags;

  const invited = await invite(site, ad);
  const cookie = device(invited);
  expect(invited.headers.get("Set-Cookie")).toMatch(/Path=\/depoimento;.*HttpOnly/);
  const page = await site.app.request(`/posts/${ad.id}/depoimentos`, {
    headers: { Cookie: ad.cookie },
  });
  const path = /\/depoimento\/[0-9a-f]{32}[\w-]+/.exec(await page.text())?.[0] ?? "";
  await write(site, path, { email: newAddress() });
  expect(await flagsOf()).toEqual(["network"]);
  await write(site, path, { email: newAddress() }, cookie);
  expect(await flagsOf()).toEqual(["network", "device"]);
  const [local, host] = ad.user.email.split("@");
  await write(site, path, { email: `${local}+familia@${host}` });
  expect(await flagsOf()).toEqual(["network", "device", "email"]);
  const link = await guestLink(site, `${local}+familia@${host}`);
  await postForm(site, link, { intent: "publicar" });
  expect(await textOf(`/posts/${ad.id}`)).toContain(validTestimonial.texto);
});

test("the network counts as the inviter's only if it is the same", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const path = await openInvitation(site, ad);
  await site.db.update(testimonials).set({ inviterHash: "another" });
  await write(site, path, { email: newAddress() });
  expect(await testimonialsOf(site, ad.id)).toMatchObject([{ flags: [] }]);
  const other = await publishVisited(site);
  await write(site, await openInvitation(site, other), { email: newAddress() });
  expect(await testimonialsOf(site, other.id)).toMatchObject([{ flags: ["network"] }]);
});

test("an e-mail like that of another testimonial of the same owner is flagged", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  await storeTestimonial(site, ad.id, {
    entrada: soon(-80),
    saida: soon(-78),
    email: "carla.mendes@example.com",
  });
  await write(site, await openInvitation(site, ad), { email: "carlamendes2@example.org" });
  const rows = await testimonialsOf(site, ad.id);
  expect(rows.find(({ publishedAt }) => !publishedAt)?.flags).toContain("email");
});
