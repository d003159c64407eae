import { createContext, data, type RouterContextProvider } from "react-router";
import type { CurrentUser } from "../../domain/accounts/session-context.server.ts";
import type { StaffTrust } from "./staff.server.ts";

export interface StaffSession extends StaffTrust {
  user: CurrentUser;
}

/** Set by the panel's outer layout; null for everyone who may not know that the panel exists. */
export const staffContext = createContext<StaffSession | null>(null);

export function pageNotFound() {
  return data(null, { status: 404, statusText: "Not Found" });
}

/**
 * Returns the user; every loader and action of the panel asks, whatever its layouts have checked.
 */
export function requireStaff(context: Readonly<RouterContextProvider>): CurrentUser {
  const session = context.get(staffContext);
  if (!session || isLocked(session)) throw pageNotFound();
  return session.user;
}

export function isLocked({ needsPassword, needsFactor }: StaffTrust): boolean {
  return needsPassword || needsFactor;
}

/** Returns the session on the pages that unlock the panel. */
export function requireStaffSession(context: Readonly<RouterContextProvider>): StaffSession {
  const session = context.get(staffContext);
  if (!session) throw pageNotFound();
  return session;
}
