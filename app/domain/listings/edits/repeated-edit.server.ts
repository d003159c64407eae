import { isDeepStrictEqual } from "node:util";
import { asc, eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/db/client.server.ts";
import { photos, posts, unavailableDays } from "../../../platform/db/schema.ts";
import { mergeDays } from "../../calendar/day-picker/typed-dates.ts";
import type { ListingInput } from "../listing.ts";

interface Edit {
  input: ListingInput;
  photoIds: readonly string[];
  shownDays: readonly string[];
}

/**
 * Returns whether an edit would change nothing: it was stored before, and its answer was lost on the way, so that
 * its sender repeats it with the version that the form was opened with.
 */
export async function isStoredAlready(
  tx: Transaction,
  id: string,
  { input, photoIds, shownDays }: Edit,
): Promise<boolean> {
  const { unavailableDays: days, position, ...fields } = input;
  const sent = { ...fields, ...(position ?? { latitude: null, longitude: null }) };
  const [stored] = await tx.select().from(posts).where(eq(posts.id, id));
  const isSame = Object.entries(sent).every(([name, value]) =>
    isDeepStrictEqual(stored?.[name as keyof typeof stored] ?? null, value ?? null),
  );
  if (!isSame) return false;
  const shown = await tx
    .select({ id: photos.id })
    .from(photos)
    .where(eq(photos.postId, id))
    .orderBy(asc(photos.position));
  const wanted = [...new Set(photoIds)];
  if (
    !isDeepStrictEqual(
      shown.map((photo) => photo.id),
      wanted,
    )
  )
    return false;
  const rows = await tx
    .select({ day: unavailableDays.day })
    .from(unavailableDays)
    .where(eq(unavailableDays.postId, id))
    .orderBy(asc(unavailableDays.day));
  const current = rows.map(({ day }) => day);
  return isDeepStrictEqual(mergeDays(current, shownDays, days), current);
}
