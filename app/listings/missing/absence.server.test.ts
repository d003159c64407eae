import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../../testing/caching-site.ts";
import { signInOperator } from "../../../testing/operator.ts";
import { shareTestSite, type TestSite } from "../../../testing/site.ts";
import { posts } from "../../db/schema.ts";
import { pauseListing, removeListing } from "../../panel/listings/listing-commands.server.ts";
import { deleteListing } from "../deletion.server.ts";
import { listAbsent } from "../hidden-listings.server.ts";

const sharedSite = shareTestSite();
const careful = "Se você combinou algo com quem anunciava, não pague sem conferir.";

type Gone = { site: TestSite; id: string; uid: string };

const ways: [string, number, string, string | null, (gone: Gone) => Promise<unknown>][] = [
  [
    "paused by its owner",
    404,
    "Ele pode voltar em breve.",
    "Rancho do Cais",
    ({ site, id }) =>
      site.db
        .update(posts)
        .set({ pausedAt: sql`now()`, pausedBy: "owner" })
        .where(eq(posts.id, id)),
  ],
  [
    "deleted by its owner",
    410,
    "Ele não está mais no site.",
    null,
    ({ site, id, uid }) => deleteListing(site.db, site.photoStore, uid, id),
  ],
  [
    "paused by the staff",
    404,
    careful,
    "Rancho do Cais",
    async ({ site, id }) =>
      pauseListing(site, (await signInOperator(site)).user, id, { motivo: "golpe" }),
  ],
  [
    "removed by the staff",
    410,
    careful,
    null,
    async ({ site, id }) =>
      removeListing(site, (await signInOperator(site)).user, id, { motivo: "golpe" }),
  ],
];

test.each(ways)("of an ad %s visitors learn as much as they should", async (...way) => {
  const [, status, words, title, hide] = way;
  const site = sharedSite();
  await publish(site, { title: "Casa parecida" });
  const { id, user } = await publish(site, { title: "Rancho do Cais" });
  await hide({ site, id, uid: user.uid });
  const answer = await site.app.request(`/posts/${id}`);
  expect(answer.status).toBe(status);
  const html = await answer.text();
  expect(html).toContain(words);
  expect(html).not.toContain("O dono");
  const absence = words === careful ? "withdrawn" : status === 410 ? "deleted" : "paused";
  expect(html).toContain("Casa parecida");
  // Only a pause promises a return.
  expect(html.includes("Enquanto isso")).toBe(absence === "paused");
  expect(await listAbsent(site.db, [id])).toEqual([{ id, title, absence }]);
});
