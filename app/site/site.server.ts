import { createContext, type RouterContextProvider } from "react-router";

/** The site's address as the current request reached it, without a trailing slash. */
export const siteUrlContext = createContext<string>();

/**
 * The site's address as the current request reached it: "https://mardeminas.com.br", no trailing
 * slash. Without SITE_URL the client chooses it; links in e-mails need {@link mailedSiteUrl}.
 */
export function siteUrl(context: Readonly<RouterContextProvider>): string {
  return context.get(siteUrlContext);
}

/** The site's address for links in e-mails, without a trailing slash. */
export const mailedSiteUrlContext = createContext<string>();

/**
 * The site's address for links in e-mails, without a trailing slash: SITE_URL, or this machine's
 * own address. Never taken from a request, whose Host header could send someone else's one-time
 * link to a stranger's server.
 */
export function mailedSiteUrl(context: Readonly<RouterContextProvider>): string {
  return context.get(mailedSiteUrlContext);
}

/** How the site itself is reached; phone numbers are digits, null where not set. */
export interface SiteContact {
  phone: string | null;
  whatsapp: string | null;
  email: string | null;
}

/** The site's own contact, for loaders. */
export const siteContactContext = createContext<SiteContact>({
  phone: null,
  whatsapp: null,
  email: null,
});

/** For how many days e-mails are kept after they were sent. */
export const retentionDaysContext = createContext<number>();

/** For how many days e-mails, letters as well as messages, are kept after they were sent. */
export function retentionDays(context: Readonly<RouterContextProvider>): number {
  return context.get(retentionDaysContext);
}
