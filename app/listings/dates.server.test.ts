import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { listingInput, openTestSite, type TestSite } from "../../testing/site.ts";
import { feeds, seasons } from "../db/calendar-schema.ts";
import { findListing, findOwnListing } from "./listings.server.ts";

async function addFeed(site: TestSite, postId: string, nights: string) {
  await site.db.insert(feeds).values({
    postId,
    nome: "Airbnb",
    endereco: "https://airbnb.example/segredo.ics",
    nights,
  });
}

test("nights taken in feeds are unavailable on the page, and only the owner's own can be edited", async () => {
  const site = await openTestSite();
  const { id, user } = await publish(site);
  await addFeed(site, id, "{[2026-12-11,2026-12-13),[2026-12-24,2026-12-25)}");
  await addFeed(site, id, "{[2026-12-12,2026-12-14)}");
  const other = await publish(site, { unavailableDays: [] });

  expect((await findListing(site.db, id))?.unavailableDays).toEqual([
    "2026-12-11",
    "2026-12-12",
    "2026-12-13",
    "2026-12-24",
    "2026-12-25",
  ]);
  expect((await findOwnListing(site.db, user.uid, id))?.unavailableDays).toEqual(
    listingInput().unavailableDays,
  );
  expect((await findListing(site.db, other.id))?.unavailableDays).toEqual([]);
});

test("a feed without nights takes none", async () => {
  const site = await openTestSite();
  const { id } = await publish(site, { unavailableDays: [] });
  await addFeed(site, id, "{}");
  expect((await findListing(site.db, id))?.unavailableDays).toEqual([]);
});

test("a listing comes with its own seasons, the earliest first", async () => {
  const site = await openTestSite();
  const { id: postId } = await publish(site);
  const { id: other } = await publish(site);
  const rates = { valorFds: "3800", valorDiaria: null, minimoNoites: 4 };
  await site.db.insert(seasons).values([
    { postId, temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-02", ...rates },
    { postId, temporada: "Natal", de: "2026-12-23", ate: "2026-12-27", ...rates },
    { postId: other, temporada: "Carnaval", de: "2027-02-05", ate: "2027-02-10", ...rates },
  ]);
  const listing = await findListing(site.db, postId);
  expect(listing?.seasons).toMatchObject([
    { temporada: "Natal" },
    { temporada: "Réveillon", de: "2026-12-28", ate: "2027-01-02", ...rates },
  ]);
});
