import { createHmac } from "node:crypto";

/**
 * Tells people apart, for one purpose, without keeping their addresses. That of an `inviter` is an
 * advertiser's id, which their browser then has no other way to know; that of a `limit`, whatever it counts.
 */
export type AddressHash = (
  purpose: "report" | "question" | "testimonial" | "inviter" | "upload" | "limit",
  address: string,
) => string;

/** Keyed, because the few billion addresses of IPv4 could all be tried against a plain hash. */
export function createAddressHash(secret: string): AddressHash {
  return (purpose, address) =>
    createHmac("sha256", secret).update(`${purpose}-address:${address}`).digest("base64url");
}
