import { createHmac } from "node:crypto";
import { createContext } from "react-router";
import type { Db } from "../db/client.server.ts";

export interface ReportIntake {
  db: Db;
  operatorEmail: string;
  mailedSiteUrl: string;
  /** Tells reporters apart without keeping their addresses. */
  hashAddress: (address: string) => string;
}

export const reportIntakeContext = createContext<ReportIntake>();

/** Keyed, because the few billion addresses of IPv4 could all be tried against a plain hash. */
export function createAddressHash(secret: string): ReportIntake["hashAddress"] {
  return (address) =>
    createHmac("sha256", secret).update(`report-address:${address}`).digest("base64url");
}
