import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { type Ask, isLoggedIn, sendAs, signInCallers } from "../../../testing/callers.ts";
import { newAddress, soon } from "../../../testing/questions.ts";
import { shareTestSite } from "../../../testing/site.ts";
import {
  guestLink,
  openInvitation,
  publishVisited,
  storeTestimonial,
  takeNights,
  testimonialsOf,
  validTestimonial,
  write,
} from "../../../testing/testimonials.ts";
import { reports } from "../../db/operation-schema.ts";
import { posts } from "../../db/schema.ts";
import { testimonials } from "../../db/testimonial-schema.ts";
import { raiseTombstone } from "../../listings/deletion.server.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });

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

/** Fields of the owner's page, by what they do; without any, it is opened. */
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

test("an invitation that is forged, of another kind, expired or of a deleted ad is dead", async () => {
  const { db, signedLinks } = sharedSite();
  const [one, deleted] = [await openCase(), await openCase()];
  const before = await testimonialsOf(sharedSite(), one.id);
  const longAgo = new Date(Date.now() - 61 * 86_400_000);
  await raiseTombstone(db, deleted.uid, deleted.id);
  for (const path of [
    `${one.path.slice(0, -2)}${one.path.endsWith("AA") ? "BB" : "AA"}`,
    `/depoimento/${await signedLinks.sign(db, "testimonial", one.invitationId)}`,
    `/depoimento/${await signedLinks.sign(db, "invitation", one.invitationId, longAgo)}`,
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
