import { createHmac } from "node:crypto";

/** Tells people apart, for one purpose of the caller's, without keeping their addresses. */
export type AddressHash = (purpose: string, address: string) => string;

/** Keyed, because the few billion addresses of IPv4 could all be tried against a plain hash. */
export function createAddressHash(secret: string): AddressHash {
  return (purpose, address) =>
    createHmac("sha256", secret).update(`${purpose}-address:${address}`).digest("base64url");
}
