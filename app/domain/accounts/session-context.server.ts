import { createContext, type RouterContextProvider, redirect } from "react-router";

export interface RequestSession {
  user: CurrentUser | null;
  sessionId: string | null;
  /** The session could not be read: so neither a visitor's nor an advertiser's page would be right. */
  sessionError?: unknown;
}

export const sessionContext = createContext<RequestSession>();

export function currentUser(context: Readonly<RouterContextProvider>): CurrentUser | null {
  return context.get(sessionContext).user;
}

/** Used below owner/account/routes/logged-in.tsx, which has already sent visitors to the login. */
export function requireUser(context: Readonly<RouterContextProvider>): CurrentUser {
  const user = currentUser(context);
  if (!user) throw redirect("/login");
  return user;
}

export interface CurrentUser {
  uid: string;
  displayName: string;
  email: string;
}
