import { createHmac, randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Auth } from "../app/domain/accounts/auth.server.ts";
import { plans } from "../app/domain/accounts/plans/plans.ts";
import { addDays, today } from "../app/domain/calendar/civil-date.ts";
import { emptyColumns } from "../app/domain/listings/fields.ts";
import type { ListingInput } from "../app/domain/listings/listing.ts";
import { createListing } from "../app/domain/listings/publishing.server.ts";
import {
  drawFirstSize,
  illustrationOf,
  measureIllustration,
  type SizeSite,
} from "../app/domain/photos/due-sizes.server.ts";
import { photosFolder, storeVariants } from "../app/domain/photos/store.server.ts";
import { fileSlug } from "../app/domain/photos/uploads/uploads.server.ts";
import { countBytes } from "../app/domain/photos/variants.server.ts";
import type { Db, Transaction } from "../app/platform/db/client.server.ts";
import { photos, posts, users } from "../app/platform/db/schema.ts";
import { accounts } from "../app/platform/db/session-schema.ts";
import { type SampleListing, sampleAdvertisers } from "./sample-listings.ts";

interface SampleSite {
  db: Db;
  auth: Auth;
  secret: string;
}

/** Placeholder colour of a photo that is not drawn yet. */
const pendingColor = "#c7d3cd";

/** Fills a site without advertisers, with all or none; returns how many ads. Photos are drawn later. */
export async function fillEmptySite(site: SampleSite, illustrationsDir: string): Promise<number> {
  if (!(await isEmpty(site.db))) return 0;
  const names = new Set(
    sampleAdvertisers.flatMap(({ listings }) =>
      listings.flatMap((listing) => listing.photos.map((photo) => photo.illustration)),
    ),
  );
  const sizes = new Map<string, Size>();
  for (const name of names) sizes.set(name, await measureIllustration(illustrationsDir, name));
  const password = samplePassword(site.secret);
  const hash = await (await site.auth.$context).password.hash(password);
  return site.db.transaction(async (tx) => {
    await tx.execute("select pg_advisory_xact_lock(727003)");
    if (!(await isEmpty(tx))) return 0;
    let filled = 0;
    for (const [place, { displayName, email, plano, listings }] of sampleAdvertisers.entries()) {
      const { postsPermitidos } = plans[plano];
      const [user] = await tx
        .insert(users)
        .values({ displayName, email, plano, postsPermitidos, emailVerified: true })
        .returning({ uid: users.id });
      if (!user) throw new Error("insert gave no row");
      if (place === 0) {
        await tx.insert(accounts).values({
          userId: user.uid,
          accountId: user.uid,
          providerId: "credential",
          password: hash,
        });
      }
      for (const [nth, listing] of listings.entries()) {
        const folder = `${photosFolder(user.uid)}/images/${nth}`;
        await publishSample(tx, user.uid, listing, { folder, sizes });
        filled += 1;
      }
    }
    return filled;
  });
}

/**
 * Draws one size of the sample photos, so that whoever opens the new site sees them. A start that is
 * interrupted leaves the rest to the rounds that make the other sizes.
 */
export async function drawSamplePhotos({
  db,
  photoStore,
  illustrationsDir,
}: SizeSite): Promise<void> {
  const due = await db
    .select({ id: photos.id, key: photos.key })
    .from(photos)
    .where(and(photos.sizesDue, photos.illustration, eq(sql`cardinality(${photos.widths})`, 0)));
  const byDrawing = Map.groupBy(due, illustrationOf);
  await Promise.all(
    [...byDrawing].map(async ([name, alike]) => {
      const made = await drawFirstSize(illustrationsDir, name);
      if (!made.ok) throw new Error(`illustration ${name}: ${made.message}`);
      await Promise.all(alike.map(({ key }) => storeVariants(photoStore, key, made)));
      const { widths, color } = made;
      const ids = alike.map(({ id }) => id);
      await db
        .update(photos)
        .set({ widths, color, bytes: countBytes(made) })
        .where(inArray(photos.id, ids));
    }),
  );
}

export async function sampleLogin(
  db: Db,
  auth: Auth,
  secret: string,
): Promise<{ email: string; password: string } | null> {
  const email = sampleAdvertisers[0]?.email ?? "";
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, "credential")));
  if (!account?.hash) return null;
  const password = samplePassword(secret);
  const { verify } = (await auth.$context).password;
  return (await verify({ hash: account.hash, password })) ? { email, password } : null;
}

/** Different on each site, so that public sites have no well-known password. */
function samplePassword(secret: string): string {
  return createHmac("sha256", secret).update("sample login").digest("hex").slice(0, 10);
}

async function isEmpty(db: Db | Transaction): Promise<boolean> {
  const found = await db.select({ one: sql`1` }).from(users).limit(1);
  return found.length === 0;
}

async function publishSample(
  tx: Transaction,
  uid: string,
  sample: SampleListing,
  { folder, sizes }: { folder: string; sizes: Map<string, Size> },
): Promise<void> {
  const { photos: pictures, taken, confirmedDaysAgo, ...fields } = sample;
  const photoIds: string[] = [];
  for (const { illustration, alt } of pictures) {
    const size = sizes.get(illustration);
    if (!size) throw new Error(`no illustration ${illustration}`);
    const id = randomUUID();
    const key = `${folder}/${id}-${fileSlug(illustration)}`;
    const looks = { ...size, widths: [], color: pendingColor, alt, illustration: true };
    await tx.insert(photos).values({ id, uid, key, ...looks });
    photoIds.push(id);
  }
  const input: ListingInput = {
    ...emptyColumns,
    position: null,
    ...fields,
    unavailableDays: daysFrom(today(), taken),
  };
  const result = await createListing(tx, uid, input, photoIds);
  if (!result.ok) throw new Error(`sample listing ${sample.title}: ${result.message}`);
  if (confirmedDaysAgo) {
    await tx
      .update(posts)
      .set({
        datesConfirmedAt: sql`now() - ${confirmedDaysAgo} * interval '1 day'`,
        // Nobody reads the reminder.
        datesRemindedAt: sql`now()`,
      })
      .where(eq(posts.id, result.id));
  }
}

type Size = Awaited<ReturnType<typeof measureIllustration>>;

function daysFrom(start: string, stretches: [from: number, days: number][]): string[] {
  const days = stretches.flatMap(([from, count]) =>
    Array.from({ length: count }, (_, day) => addDays(start, from + day)),
  );
  return [...new Set(days)].sort();
}
