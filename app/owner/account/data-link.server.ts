import {
  createLink,
  findLink,
  takeLink,
} from "../../domain/accounts/links/one-time-links.server.ts";
import type { Db } from "../../platform/db/client.server.ts";

const dataLink = "download-data";
const goodForMinutes = 5;

/** Returns the token that the download asks for. */
export function createDataLink(db: Db, uid: string): Promise<string> {
  return createLink(db, dataLink, uid, goodForMinutes);
}

/** Consumes the account's own token; another account at the same browser must not use it up. */
export async function takeDataLink(db: Db, uid: string, token: string): Promise<boolean> {
  const isOwn = (await findLink(db, dataLink, token)) === uid;
  return isOwn && (await takeLink(db, dataLink, token)) !== null;
}
