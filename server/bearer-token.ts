import { createHash, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";

/** Returns whether the request's Authorization is this token. */
export function bearsToken(c: Context, token: string): boolean {
  // Digests have equal lengths, so the comparison takes constant time.
  return timingSafeEqual(digest(c.req.header("Authorization") ?? ""), digest(`Bearer ${token}`));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
