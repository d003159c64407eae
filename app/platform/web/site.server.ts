import type { Logger } from "pino";
import { createContext } from "react-router";
import type { Db } from "../db/client.server.ts";

/** Contact details of the site: phone numbers are digits; null if not set. */
interface SiteContact {
  phone: string | null;
  whatsapp: string | null;
  email: string | null;
}

/** The company or person behind the site, as Brazilian law requires; null where not set. */
export interface SiteRunner {
  legalName: string | null;
  cnpj: string | null;
  address: string | null;
  /** The person in charge of personal data (LGPD art. 41, encarregado). */
  privacyContact: string | null;
}

/** Receives Pix payments. Name and city are ASCII, of at most 25 and 15 characters. */
export interface PixReceiver {
  /** As the central bank registers it: digits of a CPF, CNPJ, e-mail, +55…, or UUID. */
  key: string;
  name: string;
  city: string;
}

export interface Retention {
  /** Sent e-mails and settled reports; failed e-mails are kept three times as long. */
  mail: number;
  visits: number;
  auditLog: number;
}

/** Which version of the program runs here. */
export interface Version {
  /** As in package.json and CHANGELOG.md: "1.0.0". */
  number: string;
  /** Null in development, where nothing is built. */
  builtAt: Date | null;
}

/** Tells people apart, for one purpose of the caller's, without keeping their addresses. */
export type AddressHash = (purpose: string, address: string) => string;

/** Set for each request in server/pages.ts. */
export interface RequestSite {
  db: Db;
  log: Logger;
  /** The origin of this request. Without SITE_URL, the client chooses it. */
  siteUrl: string;
  /** Never taken from a request, whose Host could be an attacker's server. No trailing slash. */
  mailedSiteUrl: string;
  contact: SiteContact;
  runner: SiteRunner;
  /** Receives letters about the operator's tasks. */
  operatorEmail: string;
  /** Null where plans aren't paid by Pix. */
  pix: PixReceiver | null;
  retention: Retention;
  version: Version;
  clientAddress: string;
  hashAddress: AddressHash;
  /** Adds tags to the data a cached page depends on, known only while it renders. */
  dependOn: (tags: readonly string[]) => void;
  /** Said on an error page instead of rendering the address, which no route has. */
  refusal?: { status: number; message: string };
  /** Answers as if there were no page at this address, whatever the route goes on to do. */
  hidePage: () => void;
  /** Logs an error of the page and sets the status of its response. */
  reportFailure: (error: unknown) => void;
}

export const siteContext = createContext<RequestSite>();
