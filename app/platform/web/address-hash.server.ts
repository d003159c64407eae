import { createHmac } from "node:crypto";
import type { AddressHash } from "./site.server.ts";

/** Keyed, because the few billion addresses of IPv4 could all be tried against a plain hash. */
export function createAddressHash(secret: string): AddressHash {
  return (purpose, address) =>
    createHmac("sha256", secret).update(`${purpose}-address:${address}`).digest("base64url");
}
