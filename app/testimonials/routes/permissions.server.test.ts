import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { signInOperator } from "../../../testing/operator.ts";
import { newAddress, soon } from "../../../testing/questions.ts";
import { shareTestSite, signIn } from "../../../testing/site.ts";
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
import { posts, users } from "../../db/schema.ts";
import { testimonials } from "../../db/testimonial-schema.ts";

const sharedSite = shareTestSite({ RATE_LIMIT_FACTOR: "1000" });

interface Case {
  id: string;
  uid: string;
  cookie: string;
  /** An invitation that nobody has used, of the stay {@link pastStay}. */
  invitationId: string;
  path: string;
  /** A published testimonial, of another stay. */
  publishedId: string;
}

const freeStay = { entrada: soon(-60), saida: soon(-58) };

async function openCase(): Promise<Case> {
  const site = sharedSite();
  const ad = await publishVisited(site);
  await takeNights(site, ad.id, freeStay);
  const path = await openInvitation(site, ad);
  const [invitation] = await testimonialsOf(site, ad.id);
  const published = await storeTestimonial(site, ad.id, {
    entrada: soon(-80),
    saida: soon(-78),
  });
  return {
    id: ad.id,
    uid: ad.user.uid,
    cookie: ad.cookie,
    invitationId: invitation?.id ?? "",
    path,
    publishedId: published.id,
  };
}

interface Ask {
  path: string;
  fields?: Record<string, string>;
}

async function send({ path, fields }: Ask, cookie = ""): Promise<string> {
  const response = await sharedSite().app.request(path, {
    method: fields ? "POST" : "GET",
    headers: { Cookie: cookie },
    body: fields && new URLSearchParams(fields),
  });
  const location = response.headers.get("Location");
  return location ? `${response.status} ${location.split("?")[0]}` : String(response.status);
}

const cookies: Record<string, string> = {};
let other: Case;

beforeAll(async () => {
  const site = sharedSite();
  other = await openCase();
  const blocked = await signIn(site);
  await site.db.update(users).set({ blockedAt: new Date() }).where(eq(users.id, blocked.user.uid));
  Object.assign(cookies, {
    visitor: "",
    "another owner": other.cookie,
    "a blocked account": blocked.cookie,
    "the operator": (await signInOperator(site)).cookie,
  });
});

const ownPage = ({ id }: Case) => `/posts/${id}/depoimentos`;

/** Requests of the owner's page, by what they do. */
const owners: Record<string, { ask: (one: Case) => Ask; status: string; isChange: boolean }> = {
  "see the page": { ask: (one) => ({ path: ownPage(one) }), status: "200", isChange: false },
  "invite a guest": {
    ask: (one) => ({ path: ownPage(one), fields: { intent: "convidar", ...freeStay } }),
    status: "302",
    isChange: true,
  },
  "withdraw an invitation": {
    ask: (one) => ({ path: ownPage(one), fields: { intent: "desfazer", id: one.invitationId } }),
    status: "200",
    isChange: true,
  },
  "answer a testimonial": {
    ask: (one) => ({
      path: ownPage(one),
      fields: { intent: "responder", id: one.publishedId, resposta: "Voltem sempre!" },
    }),
    status: "200",
    isChange: true,
  },
};

test.each(Object.keys(owners))("only the ad's own advertiser may %s", async (name) => {
  const { ask, status, isChange } = owners[name] as (typeof owners)[string];
  const one = await openCase();
  const site = sharedSite();
  const before = await testimonialsOf(site, one.id);
  for (const [who, cookie] of Object.entries(cookies)) {
    const isIn = who === "another owner" || who === "the operator";
    expect(await send(ask(one), cookie), who).toBe(isIn ? "404" : "302 /login");
  }
  expect(await testimonialsOf(site, one.id)).toEqual(before);
  expect((await send(ask(one), one.cookie)).split(" ")[0]).toBe(status);
  if (isChange) expect(await testimonialsOf(site, one.id)).not.toEqual(before);
});

test("an advertiser can't name another's rows from their own page, nor delete what is published", async () => {
  const one = await openCase();
  const site = sharedSite();
  const [before, own] = [await testimonialsOf(site, other.id), await testimonialsOf(site, one.id)];
  const page = ownPage(one);
  for (const fields of [
    { intent: "desfazer", id: other.invitationId },
    { intent: "desfazer", id: one.publishedId },
    { intent: "desfazer", id: "nada" },
  ]) {
    expect(await send({ path: page, fields }, one.cookie)).toBe("409");
  }
  for (const id of [other.publishedId, one.invitationId, "nada"]) {
    const fields = { intent: "responder", id, resposta: "Olá!" };
    expect(await send({ path: page, fields }, one.cookie)).toBe("404");
  }
  expect(await testimonialsOf(site, other.id)).toEqual(before);
  expect(await testimonialsOf(site, one.id)).toEqual(own);
});

test("anyone with the invitation may write but its advertiser, and opening it changes nothing", async () => {
  const site = sharedSite();
  for (const [who, cookie] of Object.entries(cookies)) {
    const one = await openCase();
    const before = await testimonialsOf(site, one.id);
    expect(await send({ path: one.path }, one.cookie)).toBe("403");
    const fields = { ...validTestimonial, email: newAddress() };
    expect(await send({ path: one.path, fields }, one.cookie)).toBe("403");
    expect(await send({ path: one.path }, cookie), who).toBe("200");
    expect(await testimonialsOf(site, one.id)).toEqual(before);
    expect(await send({ path: one.path, fields }, cookie), who).toBe(`302 ${one.path}`);
  }
});

/** Links that are no use, by what is wrong with them. */
const badInvitations: Record<string, (one: Case) => Promise<string> | string> = {
  forged: ({ path }) => `${path.slice(0, -2)}${path.endsWith("AA") ? "BB" : "AA"}`,
  "of another kind": async ({ invitationId }) => {
    const { db, signedLinks } = sharedSite();
    return `/depoimento/${await signedLinks.sign(db, "testimonial", invitationId)}`;
  },
  expired: async ({ invitationId }) => {
    const { db, signedLinks } = sharedSite();
    const before = new Date(Date.now() - 61 * 86_400_000);
    return `/depoimento/${await signedLinks.sign(db, "invitation", invitationId, before)}`;
  },
  "of an ad that is being deleted": async ({ id, uid, path }) => {
    const { raiseTombstone } = await import("../../listings/deletion.server.ts");
    await raiseTombstone(sharedSite().db, uid, id);
    return path;
  },
  "that is nothing": () => "/depoimento/nada",
};

test.each(Object.keys(badInvitations))(
  "an invitation %s is dead and changes nothing",
  async (name) => {
    const one = await openCase();
    const path = (await badInvitations[name]?.(one)) ?? "";
    const before = await testimonialsOf(sharedSite(), one.id);
    expect(await send({ path })).toBe("410");
    expect(await send({ path, fields: { ...validTestimonial, email: newAddress() } })).toBe("410");
    expect(await testimonialsOf(sharedSite(), one.id)).toEqual(before);
  },
);

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
    expect(erased).toBe("302 /depoimento/apagado");
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
  const isMissing = [
    of(one.invitationId),
    of(other.publishedId),
    of("nada"),
    of(crypto.randomUUID()),
  ];
  for (const ask of isMissing) {
    expect(await send(ask)).toBe("404");
    expect(await send({ path: ask.path })).toBe("404");
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
  await site.db
    .update(testimonials)
    .set({ hiddenAt: new Date(), hiddenReason: "Inventado" })
    .where(eq(testimonials.id, one.publishedId));
  expect(await send(of(one.publishedId))).toBe("404");
});

test("a paused ad shows no testimonials, and its guests may still write", async () => {
  const site = sharedSite();
  const one = await openCase();
  await site.db
    .update(posts)
    .set({ pausedAt: new Date(), pausedBy: "owner" })
    .where(eq(posts.id, one.id));
  expect(await send({ path: `/posts/${one.id}` })).toBe("404");
  const fields = { ...validTestimonial, email: newAddress() };
  expect(await send({ path: one.path, fields })).toBe(`302 ${one.path}`);
});

const panelIntents = ["esconder", "mostrar", "manter"];

test("only the operator sees the panel's list, hides, shows and keeps", async () => {
  const site = sharedSite();
  const one = await openCase();
  const before = await testimonialsOf(site, one.id);
  const path = "/operador/depoimentos";
  for (const [who, cookie] of Object.entries({ ...cookies, "the owner": one.cookie })) {
    const isIn = who === "the operator";
    expect(await send({ path }, cookie), who).toBe(isIn ? "200" : "404");
    if (isIn) continue;
    for (const intent of panelIntents) {
      const fields = { intent, id: one.publishedId, motivo: "Inventado" };
      expect(await send({ path, fields }, cookie), who).toBe("404");
    }
  }
  expect(await testimonialsOf(site, one.id)).toEqual(before);
});
