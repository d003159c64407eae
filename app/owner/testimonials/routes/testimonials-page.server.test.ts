import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { postForm } from "../../../../testing/account-pages.ts";
import { type Ask, isLoggedIn, sendAs, signInCallers } from "../../../../testing/callers.ts";
import { lettersTo, newAddress, publishAskable, soon } from "../../../../testing/questions.ts";
import { shareTestSite } from "../../../../testing/site.ts";
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
} from "../../../../testing/testimonials.ts";
import { textOf } from "../../../../testing/text-of.ts";
import { today } from "../../../domain/calendar/civil-date.ts";
import { formatStay } from "../../../domain/calendar/stays.ts";
import { raiseTombstone } from "../../../domain/listings/deletion.server.ts";
import { invitationLinks } from "../../../domain/testimonials/testimonial-links.server.ts";
import { feeds } from "../../../platform/db/calendar-schema.ts";
import { outbox } from "../../../platform/db/mail-schema.ts";
import { reports } from "../../../platform/db/operation-schema.ts";
import { posts } from "../../../platform/db/schema.ts";
import { testimonials } from "../../../platform/db/testimonial-schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });

async function htmlOf(path: string, cookie = ""): Promise<string> {
  return (await sharedSite().app.request(path, { headers: { Cookie: cookie } })).text();
}

const read = async (path: string, cookie = "") => textOf(await htmlOf(path, cookie));

test("the dashboard offers testimonials once a taken night is past, and the page its stays", async () => {
  const site = sharedSite();
  const ad = await publishAskable(site);
  const link = `/posts/${ad.id}/depoimentos`;
  await takeNights(site, ad.id, { entrada: soon(3), saida: soon(5) });
  expect(await htmlOf("/dashboard", ad.cookie)).not.toContain(link);
  await takeNights(site, ad.id, pastStay);
  expect(await htmlOf("/dashboard", ad.cookie)).toContain(link);
  const { entrada: checkIn, saida: checkOut } = pastStay;
  expect(await read(link, ad.cookie)).toContain(
    `${formatStay({ checkIn, checkOut }, today())} Gerar convite Outra estadia`,
  );
});

test("an invitation needs nights that were all taken, marked here or in a feed", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const feed = { postId: ad.id, nome: "Airbnb", endereco: "https://example.com/a.ics" };
  const nights = `{[${pastStay.saida},${soon(-36)})}`;
  await site.db.insert(feeds).values({ ...feed, nights });
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

test("a stay has one invitation: a new one ends the old link, and once used there are no more", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const first = await openInvitation(site, ad);
  // One night of the stay is the same stay.
  const second = await openInvitation(site, ad, { entrada: soon(-39), saida: pastStay.saida });
  expect((await site.app.request(first)).status).toBe(410);
  expect(await testimonialsOf(site, ad.id)).toHaveLength(1);
  await write(site, second, { email: newAddress() });
  expect((await invite(site, ad)).status).toBe(409);
  expect(await testimonialsOf(site, ad.id)).toHaveLength(1);
});

test("at most 20 invitations of an ad a day", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const day = 86_400;
  const limiter = site.rateLimits({ name: "invitation-listing", points: 20, duration: day });
  // The site of this file allows a thousand times as many.
  await limiter.set(ad.id, 19_999, day);
  expect((await invite(site, ad)).status).toBe(302);
  expect((await invite(site, ad)).status).toBe(429);
  expect(await testimonialsOf(site, ad.id)).toHaveLength(1);
});

test("nothing is public, and nobody is notified, before the button behind the letter's link", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site, { title: "Rancho da Lua" });
  const email = newAddress();
  const path = await openInvitation(site, ad);
  const sent = await write(site, path, { email });
  expect(sent.headers.get("Location")).toBe(`${path}?enviado=1`);
  const [letter] = await lettersTo(site, email);
  // Nobody has confirmed the address: the letter has the site's words alone.
  for (const words of [validTestimonial.texto, "Rancho da Lua"]) {
    expect(letter?.text).not.toContain(words);
  }
  const link = await guestLink(site, email);
  expect(await read(link)).toContain(validTestimonial.texto);
  expect(await read(`/posts/${ad.id}`)).not.toContain(validTestimonial.texto);
  expect(await lettersTo(site, ad.user.email)).toEqual([]);
  expect((await testimonialsOf(site, ad.id))[0]?.publishedAt).toBeNull();

  for (let time = 0; time < 2; time++) {
    expect((await postForm(site, link, { intent: "publicar" })).status).toBe(302);
  }
  const [notice, ...others] = await lettersTo(site, ad.user.email);
  expect(others).toEqual([]);
  expect(notice?.subject).toBe("Novo depoimento no seu anúncio");
  for (const text of [await read(`/posts/${ad.id}`), notice?.text]) {
    expect(text).toContain(validTestimonial.texto);
    expect(text).not.toContain(email);
  }
  expect(await testimonialsOf(site, ad.id)).toMatchObject([{ nome: "Ana", inviterHash: null }]);
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

test.each(["published", "not confirmed"])(
  "a guest erases what is %s, with every letter about it",
  async (state) => {
    const site = sharedSite();
    const ad = await publishVisited(site);
    const email = newAddress();
    if (state === "published") await publishTestimonialOf(site, ad, { email });
    else await write(site, await openInvitation(site, ad), { email });
    const link = await guestLink(site, email);
    const [row] = await testimonialsOf(site, ad.id);
    // Two buttons may share the form, so only the pressed one may name its action.
    expect(await htmlOf(link)).not.toMatch(/<input[^>]*name="intent"/);
    const erased = await postForm(site, link, { intent: "apagar" });
    expect(erased.headers.get("Location")).toBe(link);
    expect(await testimonialsOf(site, ad.id)).toEqual([]);
    expect(await read(`/posts/${ad.id}`)).not.toContain(validTestimonial.texto);
    expect((await site.app.request(link)).status).toBe(410);
    const about = sql`${outbox.content}::text like ${`%${row?.id}%`}`;
    for (const to of [email, ad.user.email]) expect(await lettersTo(site, to)).toEqual([]);
    expect(await site.db.$count(outbox, about)).toBe(0);
  },
);

test("the owner answers once, edits the answer, and can't answer a hidden one", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const row = await storeTestimonial(site, ad.id);
  const page = `/posts/${ad.id}/depoimentos`;
  const reply = (resposta: string) =>
    postForm(site, page, { intent: "responder", id: row.id, resposta }, ad.cookie);
  expect((await reply("  ")).status).toBe(400);
  for (const resposta of ["Voltem sempre!", "Voltem logo!"]) {
    const replied = await reply(resposta);
    expect(replied.headers.get("Location")).toBe(`${page}#depoimento-${row.id}`);
    expect(await read(`/posts/${ad.id}`)).toContain(resposta);
  }
  const hidden = { hiddenAt: new Date(), hiddenReason: "Inventado" };
  await site.db.update(testimonials).set(hidden).where(eq(testimonials.id, row.id));
  expect((await reply("Não!")).status).toBe(404);
  expect(await testimonialsOf(site, ad.id)).toMatchObject([{ resposta: "Voltem logo!" }]);
});

test("a testimonial from the inviter's network or device is flagged, and published all the same", async () => {
  const site = sharedSite();
  const ad = await publishVisited(site);
  const invited = await invite(site, ad);
  const device = invited.headers.get("Set-Cookie") ?? "";
  expect(device).toMatch(/Path=\/depoimento;.*HttpOnly/);
  const page = await htmlOf(`/posts/${ad.id}/depoimentos`, ad.cookie);
  const path = /\/depoimento\/[0-9a-f]{32}[\w-]+/.exec(page)?.[0] ?? "";
  const last = newAddress();
  for (const [email, cookie, flags] of [
    [newAddress(), "", ["network"]],
    [last, device.split(";")[0] ?? "", ["network", "device"]],
  ] as const) {
    await write(site, path, { email }, cookie);
    expect(await testimonialsOf(site, ad.id)).toMatchObject([{ flags }]);
  }
  await postForm(site, await guestLink(site, last), { intent: "publicar" });
  expect(await read(`/posts/${ad.id}`)).toContain(validTestimonial.texto);

  const other = await publishVisited(site);
  const otherPath = await openInvitation(site, other);
  const isOthers = eq(testimonials.postId, other.id);
  await site.db.update(testimonials).set({ inviterHash: "another" }).where(isOthers);
  await write(site, otherPath, { email: newAddress() });
  expect(await testimonialsOf(site, other.id)).toMatchObject([{ flags: [] }]);
});

test("an ad shows its testimonials newest first, with the average from three on, and only those", async () => {
  const site = sharedSite();
  const { id } = await publishVisited(site);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const store = (nome: string, nota: number, minutes: number, others: object = {}) =>
    storeTestimonial(site, id, { nome, nota, publishedAt: minutesAgo(minutes), ...others });
  await storeTestimonial(site, id, { publishedAt: null });
  await storeTestimonial(site, id, { hiddenAt: new Date(), hiddenReason: "Inventado" });
  const readAd = () => read(`/posts/${id}`);
  expect(await readAd()).not.toMatch(/Nota \d de 5/);
  await store("Ana", 5, 9, { entrada: "2026-10-09", saida: "2026-10-12" });
  await store("Bia", 4, 5, { resposta: "Obrigada, Bia!" });
  const two = await readAd();
  expect(two).toMatch(/Bia Nota 4 de 5 .* Resposta de [^.]* Obrigada, Bia! .* Ana Nota 5 de 5/);
  expect(two).toContain("Esteve aqui em outubro de 2026. Convidado pelo anunciante.");
  expect(two).not.toMatch(/\d depoimentos/);
  await store("Caio", 5, 1);
  expect(await readAd()).toContain("4,7 de 5, 3 depoimentos");
  await store("Davi", 1, 0);
  expect(await readAd()).toMatch(/Davi .* Caio .* Bia .* Ver mais um depoimento .* Ana/);
  // Google counts ratings of a site's own making as self-serving, and cards know nothing of them.
  expect(await htmlOf(`/posts/${id}`)).not.toMatch(/aggregateRating|"[Rr]eview"|itemprop/);
  expect(await htmlOf("/")).not.toMatch(/Nota \d de 5/);
});

const freeStay = { entrada: soon(-60), saida: soon(-58) };

/** An ad with an invitation that nobody has used, of {@link pastStay}, and a published testimonial. */
async function openCase() {
  const site = sharedSite();
  const { user, ...ad } = await publishVisited(site);
  await takeNights(site, ad.id, freeStay);
  const path = await openInvitation(site, ad);
  const [invitation] = await testimonialsOf(site, ad.id);
  const stay = { entrada: soon(-80), saida: soon(-78) };
  const { id: publishedId } = await storeTestimonial(site, ad.id, stay);
  return { ...ad, uid: user.uid, path, invitationId: invitation?.id ?? "", publishedId };
}

type Case = Awaited<ReturnType<typeof openCase>>;

const send = (ask: Ask, cookie = "") => sendAs(sharedSite(), cookie, ask);

let cookies: Record<string, string>;
let other: Case;

beforeAll(async () => {
  other = await openCase();
  cookies = { ...(await signInCallers(sharedSite())), "another owner": other.cookie };
});

const ownPage = ({ id }: Case) => `/posts/${id}/depoimentos`;

/** Fields that the owner's page sends, by their effect; without any, it is opened. */
const owners: Record<string, (one: Case) => Record<string, string> | undefined> = {
  "see the page": () => undefined,
  "invite a guest": () => ({ intent: "convidar", ...freeStay }),
  "answer a testimonial": ({ publishedId: id }) => ({
    ...{ intent: "responder", id, resposta: "Voltem sempre!" },
  }),
};

test.each(Object.keys(owners))("only the ad's own advertiser may %s", async (name) => {
  const site = sharedSite();
  const one = await openCase();
  const fields = owners[name]?.(one);
  const ask = { path: ownPage(one), ...(fields && { fields }) };
  const before = await testimonialsOf(site, one.id);
  for (const [who, cookie] of Object.entries(cookies)) {
    expect(await send(ask, cookie), who).toBe(isLoggedIn(who) ? "404" : "302 /login");
  }
  expect(await testimonialsOf(site, one.id)).toEqual(before);
  expect(await send(ask, one.cookie)).toMatch(/^200$|^302 \/posts/);
  if (fields) expect(await testimonialsOf(site, one.id)).not.toEqual(before);
});

test("an advertiser can't name another's rows from their own page", async () => {
  const one = await openCase();
  const rows = () => Promise.all([one, other].map(({ id }) => testimonialsOf(sharedSite(), id)));
  const before = await rows();
  for (const id of [other.publishedId, one.invitationId, "nada"]) {
    const fields = { intent: "responder", id, resposta: "Olá!" };
    expect(await send({ path: ownPage(one), fields }, one.cookie)).toBe("404");
  }
  expect(await rows()).toEqual(before);
});

test("anyone with the invitation may write but its advertiser, about a paused ad, too", async () => {
  const site = sharedSite();
  for (const [who, cookie] of Object.entries(cookies)) {
    const one = await openCase();
    const before = await testimonialsOf(site, one.id);
    expect(await send({ path: one.path }, one.cookie)).toBe("403");
    const fields = { ...validTestimonial, email: newAddress() };
    expect(await send({ path: one.path, fields }, one.cookie)).toBe("403");
    expect(await send({ path: one.path }, cookie), who).toBe("200");
    expect(await testimonialsOf(site, one.id)).toEqual(before);
    const paused = { pausedAt: new Date(), pausedBy: "owner" } as const;
    await site.db.update(posts).set(paused).where(eq(posts.id, one.id));
    expect(await send({ path: one.path, fields }, cookie), who).toBe(`302 ${one.path}`);
    expect(await testimonialsOf(site, one.id)).not.toEqual(before);
  }
});

test("an invitation that is malformed, expired or of a deleted ad is dead", async () => {
  const { db, signedLinks } = sharedSite();
  const [one, deleted] = [await openCase(), await openCase()];
  const before = await testimonialsOf(sharedSite(), one.id);
  const longAgo = new Date(Date.now() - 61 * 86_400_000);
  await raiseTombstone(db, deleted.uid, deleted.id);
  for (const path of [
    `/depoimento/${await signedLinks.sign(db, invitationLinks, one.invitationId, longAgo)}`,
    deleted.path,
    "/depoimento/nada",
  ]) {
    expect(await send({ path }), path).toBe("410");
    const fields = { ...validTestimonial, email: newAddress() };
    expect(await send({ path, fields }), path).toBe("410");
  }
  expect(await testimonialsOf(sharedSite(), one.id)).toEqual(before);
});

test("only the letter's link publishes and erases, logged in or not", async () => {
  const site = sharedSite();
  for (const cookie of Object.values(cookies)) {
    const one = await openCase();
    const email = newAddress();
    await write(site, one.path, { email });
    const link = await guestLink(site, email);
    const before = await testimonialsOf(site, one.id);
    const forged = `${link.slice(0, -2)}${link.endsWith("AA") ? "BB" : "AA"}`;
    const invitation = `/meu-depoimento/${one.path.split("/").at(-1)}`;
    for (const path of [forged, invitation, "/meu-depoimento/nada"]) {
      expect(await send({ path }, one.cookie)).toBe("410");
      for (const intent of ["publicar", "apagar"]) {
        expect(await send({ path, fields: { intent } }, one.cookie)).toBe("410");
      }
    }
    expect(await send({ path: link }, cookie)).toBe("200");
    expect(await testimonialsOf(site, one.id)).toEqual(before);
    expect(await send({ path: link, fields: { intent: "publicar" } }, cookie)).toBe(`302 ${link}`);
    expect(await testimonialsOf(site, one.id)).not.toEqual(before);
    const erased = await send({ path: link, fields: { intent: "apagar" } }, cookie);
    expect(erased).toBe(`302 ${link}`);
    expect(await testimonialsOf(site, one.id)).toHaveLength(1);
  }
});

test("visitors and the owner report what visitors see, and nothing else", async () => {
  const site = sharedSite();
  const one = await openCase();
  const of = (id: string, postId = one.id): Ask => ({
    path: `/posts/${postId}/denunciar?depoimento=${id}`,
    fields: { motivo: "inventado", detalhes: "", contato: "" },
  });
  const count = () => site.db.$count(reports, eq(reports.postId, one.id));
  for (const id of [one.invitationId, other.publishedId, "nada", crypto.randomUUID()]) {
    expect(await send(of(id))).toBe("404");
    expect(await send({ path: of(id).path })).toBe("404");
  }
  expect(await count()).toBe(0);
  const received = `302 /posts/${one.id}/denunciar`;
  for (const cookie of [...Object.values(cookies), one.cookie]) {
    expect(await send({ path: of(one.publishedId).path }, cookie)).toBe("200");
    expect(await send(of(one.publishedId), cookie)).toBe(received);
  }
  const rows = await site.db.select().from(reports).where(eq(reports.postId, one.id));
  expect(rows.map(({ testimonialId }) => testimonialId)).toEqual(rows.map(() => one.publishedId));
  expect(rows.filter(({ isOwners }) => isOwners)).toHaveLength(1);
  // An owner still can't report the ad itself.
  const ownAd = { path: `/posts/${one.id}/denunciar`, fields: { motivo: "fotos" } };
  expect(await send(ownAd, one.cookie)).toBe("403");
  const hidden = { hiddenAt: new Date(), hiddenReason: "Inventado" };
  await site.db.update(testimonials).set(hidden).where(eq(testimonials.id, one.publishedId));
  expect(await send(of(one.publishedId))).toBe("404");
});
