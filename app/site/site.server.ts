import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Db } from "../db/client.server.ts";
import type { RateLimits } from "./rate-limit.server.ts";

/** How to reach the site's operator; phone numbers are digits, null where not set. */
interface SiteContact {
  phone: string | null;
  whatsapp: string | null;
  email: string | null;
}

/** What every request has at hand, set once per request in server/pages.ts. */
export interface RequestSite {
  db: Db;
  /** Every line carries the request's id. */
  log: Logger;
  /**
   * The site's address as this request reached it: "https://mardeminas.com.br", without a trailing
   * slash. Without SITE_URL the client chooses it.
   */
  siteUrl: string;
  /**
   * The site's address for links in e-mails, without a trailing slash: SITE_URL, or this machine's
   * own address. Never taken from a request, whose Host header could send someone else's one-time
   * link to a stranger's server.
   */
  mailedSiteUrl: string;
  contact: SiteContact;
  /** E-mails are deleted this many days after they were sent. */
  retentionDays: number;
  rateLimits: RateLimits;
  /** The address of the connection, as rate limits count it. */
  clientAddress: string;
  /** Logs an error that the page fails with, and settles the status of its response. */
  reportFailure: (error: unknown) => void;
}

export const siteContext = createContext<RequestSite>();
