import { createContext, type RouterContextProvider } from "react-router";

/** The site's address to the outside, without a slash at its end. */
export const siteUrlContext = createContext<string>();

/** The site's address to the outside, without a slash at its end: "https://mardeminas.com.br". */
export function siteUrl(context: Readonly<RouterContextProvider>): string {
  return context.get(siteUrlContext);
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
