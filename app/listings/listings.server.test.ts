import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { publish } from "../../testing/caching-site.ts";
import { createUser, createWaitingPhoto, listingInput, shareTestSite } from "../../testing/site.ts";
import { posts } from "../db/schema.ts";
import type { FieldDefinition } from "./field-definition.ts";
import { type ColumnName, columnNames, listingFields } from "./fields.ts";
import {
  findListing,
  findOwnListing,
  listingsPerPage,
  listListings,
  listOwnListings,
} from "./listings.server.ts";
import { createListing } from "./publishing.server.ts";

const site = shareTestSite();

test("listings are sorted newest first, in pages without gaps or repeats", async () => {
  const { db } = site();
  const { uid, displayName } = await createUser(site());
  const { unavailableDays: _, ...columns } = listingInput({ valorDiaria: null });
  const count = listingsPerPage * 2 + 3;
  // Two of them share an instant.
  const instants = Array.from({ length: count }, (_, n) => Date.UTC(2020, 10, 1) + 1000 * n);
  instants[6] = instants[5] ?? 0;
  const values = instants.map((instant) => ({
    ...{ ...columns, uid, createdBy: displayName, createdAt: new Date(instant) },
  }));
  const rows = await db.insert(posts).values(values).returning({ id: posts.id });
  const published = rows.map(({ id }) => id);

  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await listListings(db, { after });
    found.push(...page.listings.map(({ id }) => id));
    after = page.next;
  } while (after);

  expect(new Set(found).size).toBe(found.length);
  const own = found.filter((id) => published.includes(id));
  expect(own).toHaveLength(count);
  const times = own.map((id) => instants[published.indexOf(id)] ?? 0);
  expect(times).toEqual(times.toSorted((one, other) => other - one));
  const first = await listListings(db);
  expect(await listListings(db, { after: "1.x'; drop table posts" })).toEqual(first);
});

test("the dashboard lists only the advertiser's own ads, newest first", async () => {
  const { db } = site();
  const { user, id: first } = await publish(site());
  const { user: stranger } = await publish(site());
  const photo = await createWaitingPhoto(site(), user.uid);
  const second = await createListing(db, user.uid, listingInput(), [photo]);
  expect((await listOwnListings(db, user.uid)).map(({ id }) => id)).toEqual([
    second.ok && second.id,
    first,
  ]);
  expect(await findOwnListing(db, user.uid, first)).toMatchObject({ id: first });
  expect(await findOwnListing(db, stranger.uid, first)).toBeNull();
  for (const id of ["create", crypto.randomUUID()]) expect(await findListing(db, id)).toBeNull();
});

/** Values that a field's column must accept, and others that it must refuse. */
function valuesOf(field: FieldDefinition): { good: unknown[]; bad: unknown[] } {
  switch (field.kind) {
    case "text":
      return { good: ["é".repeat(field.limit)], bad: ["é".repeat(field.limit + 1), null] };
    case "price":
      return {
        good: ["0", "9999999.99", ...(field.required ? [] : [null])],
        bad: ["1.350", "12,50", "", ...(field.required ? [null] : [])],
      };
    case "count":
      return { good: [0, field.limit, null], bad: [-1, field.limit + 1] };
    case "phone":
      return {
        good: ["37900010264", ...(field.required ? [] : [""])],
        bad: ["(37) 90001-0264", "379000102645", null],
      };
    case "choice":
      return { good: [...field.options], bad: [null] };
    case "choices":
      return { good: [[], [...field.options]], bad: [null] };
    case "flag":
      return { good: [true, false], bad: [null] };
    default:
      throw new Error(`${field.label} is not a column`);
  }
}

test("the table accepts what each field's definition allows and refuses the rest", async () => {
  const { id } = await publish(site());
  const store = (name: ColumnName, value: unknown) =>
    site()
      .db.update(posts)
      .set({ [name]: value })
      .where(eq(posts.id, id))
      .returning({ stored: posts[name] });

  for (const name of columnNames) {
    const { good, bad } = valuesOf(listingFields[name]);
    for (const value of good) {
      const [row] = await store(name, value);
      expect(row?.stored, name).toEqual(value);
    }
    for (const value of bad) {
      await expect(store(name, value), `${name} = ${value}`).rejects.toThrow();
    }
  }
});
