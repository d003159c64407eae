import { setTimeout as delay } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { Db } from "../app/platform/db/client.server.ts";
import { photos } from "../app/platform/db/schema.ts";

const everyMs = 1_000;

/** Prints how many sample photos are drawn until all are, or the signal aborts. */
export async function printSampleProgress(
  { db, log }: { db: Db; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  let shown: number | null = null;
  for (;;) {
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const { total, drawn } = await countSamplePhotos(db);
      if (drawn === total) {
        if (shown !== null) console.log("As fotos de exemplo estão prontas.");
        return;
      }
      if (drawn !== shown) console.log(`Desenhando as fotos de exemplo: ${drawn} de ${total}`);
      shown = drawn;
    } catch (error) {
      log.warn({ err: error }, "sample photos not counted");
    }
  }
}

/** Counts by the photos' index, as a site may have millions of them. */
async function countSamplePhotos(db: Db): Promise<{ total: number; drawn: number }> {
  const pending = await db.$count(
    photos,
    and(photos.sizesDue, eq(sql`cardinality(${photos.widths})`, 0)),
  );
  if (pending === 0) return { total: 0, drawn: 0 };
  const total = await db.$count(photos, eq(photos.illustration, true));
  return { total, drawn: total - pending };
}
