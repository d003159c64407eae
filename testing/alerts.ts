import { sql } from "drizzle-orm";
import { today } from "../app/domain/calendar/civil-date.ts";
import {
  type AlertColumns,
  columnsOfWatched,
  endOfAlert,
} from "../app/domain/search/alerts/alert.ts";
import { type Filters, noFilters } from "../app/domain/search/filters.ts";
import { alertEvents, alertHits, alerts } from "../app/platform/db/alert-schema.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import { findOrdinaryStay } from "./ordinary-stay.ts";

/** A stay that any calendar reaches, and whose estimate no holiday keeps back. */
export const comingStay = findOrdinaryStay(40, 5);

interface StoredAlert {
  filters?: Partial<Filters>;
  postId?: string | null;
  email?: string;
  isConfirmed?: boolean;
  endsOn?: string;
}

/** Stores an alert, confirmed unless otherwise said. Returns its id. */
export async function watch(db: Db, alert: StoredAlert = {}): Promise<string> {
  const { filters = {}, postId = null, email = "bia@example.com", isConfirmed = true } = alert;
  const watched: AlertColumns = columnsOfWatched({ filters: { ...noFilters, ...filters }, postId });
  const [row] = await db
    .insert(alerts)
    .values({
      ...watched,
      email,
      confirmedAt: isConfirmed ? sql`now()` : null,
      endsOn: alert.endsOn ?? endOfAlert(watched, today()),
    })
    .returning({ id: alerts.id });
  if (!row) throw new Error("insert gave no row");
  return row.id;
}

/** Ids of the alerts that a listing is noted for. */
export async function hitsOf(db: Db, postId: string): Promise<string[]> {
  const rows = await db.select().from(alertHits);
  return rows
    .filter((row) => row.postId === postId)
    .map(({ alertId }) => alertId)
    .sort();
}

export async function forgetEvents(db: Db): Promise<void> {
  await db.delete(alertEvents);
}
