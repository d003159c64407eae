import { createContext } from "react-router";

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
