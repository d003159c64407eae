import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { users } from "../db/schema.ts";
import { staleAfterDays } from "../listings/listing.ts";
import { isPublic } from "../listings/listings.server.ts";
import { confirmedAt } from "../owner-calendar/reminders.server.ts";

export const isPlanEnded = and(isNotNull(users.planEndedOn), isNull(users.validoAte));

export const isEmailUnconfirmed = and(eq(users.emailVerified, false), gt(users.postsCriados, 0));

/** A public listing whose calendar nobody confirmed for 30 days. */
export const isCalendarStale = and(
  isPublic,
  sql`${confirmedAt} < now() - ${staleAfterDays} * interval '1 day'`,
);
