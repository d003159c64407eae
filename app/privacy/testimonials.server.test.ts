import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deleteAccount } from "../../testing/account-deletion.ts";
import { downloadData, postForm } from "../../testing/account-pages.ts";
import { lettersTo, newAddress } from "../../testing/questions.ts";
import { openTestSite } from "../../testing/site.ts";
import {
  openInvitation,
  publishVisited,
  storeTestimonial,
  testimonialsOf,
  write,
} from "../../testing/testimonials.ts";
import { readZip } from "../../testing/zip.ts";
import { reports } from "../db/operation-schema.ts";
import { testimonials } from "../db/testimonial-schema.ts";
import { deleteListing } from "../listings/deletion.server.ts";
import { purgeExpired } from "./purge.server.ts";

const retention = { mail: 10, visits: 731, auditLog: 90 };
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("invitations are purged after 60 days, what nobody confirmed after 14, what is published never", async () => {
  const site = await openTestSite();
  const ad = await publishVisited(site);
  const unused = { nome: null, email: null, nota: null, texto: null, writtenAt: null };
  const rows: [name: string, values: Partial<typeof testimonials.$inferInsert>][] = [
    ["unused, 61 days", { ...unused, publishedAt: null, createdAt: daysAgo(61) }],
    ["unused, 59 days", { ...unused, publishedAt: null, createdAt: daysAgo(59) }],
    ["unconfirmed, 15 days", { publishedAt: null, writtenAt: daysAgo(15) }],
    ["unconfirmed, 13 days", { publishedAt: null, writtenAt: daysAgo(13), createdAt: daysAgo(80) }],
    ["published, 800 days", { publishedAt: daysAgo(800), writtenAt: daysAgo(801) }],
  ];
  const names = new Map<string, string>();
  for (const [name, values] of rows) {
    names.set((await storeTestimonial(site, ad.id, values)).id, name);
  }
  expect(await purgeExpired(site.db, retention)).toMatchObject({ testimonials: 2 });
  const left = await testimonialsOf(site, ad.id);
  expect(left.map(({ id }) => names.get(id)).toSorted()).toEqual([
    "published, 800 days",
    "unconfirmed, 13 days",
    "unused, 59 days",
  ]);
});

test("what nobody confirmed goes with its letter", async () => {
  const site = await openTestSite();
  const ad = await publishVisited(site);
  const email = newAddress();
  await write(site, await openInvitation(site, ad), { email });
  expect(await lettersTo(site, email)).toHaveLength(1);
  await site.db.update(testimonials).set({ writtenAt: daysAgo(15) });
  await purgeExpired(site.db, retention);
  expect(await testimonialsOf(site, ad.id)).toEqual([]);
  expect(await lettersTo(site, email)).toEqual([]);
});

test("an advertiser's data has what guests published, never their addresses or what they haven't confirmed", async () => {
  const site = await openTestSite();
  const ad = await publishVisited(site);
  const other = await publishVisited(site);
  await storeTestimonial(site, ad.id, { nome: "Ana", resposta: "Voltem!", createdAt: daysAgo(2) });
  await storeTestimonial(site, ad.id, { nome: "Bia", publishedAt: null });
  await storeTestimonial(site, other.id, { nome: "De outro" });
  const answer = await downloadData(site, ad.cookie, ad.password);
  const zip = readZip(new Uint8Array(await answer.arrayBuffer()));
  const json = new TextDecoder().decode(zip.get("dados.json"));
  const [{ depoimentos }] = JSON.parse(json).anuncios;
  expect(depoimentos).toMatchObject([
    { nome: "Ana", nota: 5, resposta: "Voltem!" },
    { nome: null, nota: null, texto: null, publishedAt: null },
  ]);
  expect(json).not.toMatch(/De outro|inviterHash|flags/);
  expect(Object.keys(depoimentos[0])).not.toContain("email");
});

test("deleting the ad or the account takes testimonials and reports about them along", async () => {
  const site = await openTestSite();
  const [ad, other, kept] = [
    await publishVisited(site),
    await publishVisited(site),
    await publishVisited(site),
  ];
  for (const { id } of [ad, other, kept]) {
    const row = await storeTestimonial(site, id);
    const report = { motivo: "inventado", detalhes: "", contato: "" };
    await postForm(site, `/posts/${id}/denunciar?depoimento=${row.id}`, report);
  }
  const deleted = await deleteListing(site.db, site.photoStore, ad.user.uid, ad.id);
  expect(deleted.ok).toBe(true);
  expect((await deleteAccount(site, other.cookie, other.password)).status).toBe(302);
  const left = await site.db.select({ postId: testimonials.postId }).from(testimonials);
  expect(left).toEqual([{ postId: kept.id }]);
  expect(await site.db.$count(reports)).toBe(1);
  expect(await site.db.$count(reports, eq(reports.postId, kept.id))).toBe(1);
});
