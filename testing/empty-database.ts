import { inject, onTestFinished } from "vitest";
import { type Db, openDatabase } from "../app/platform/db/client.server.ts";
import { cloneDatabase } from "./clone-database.ts";

/** Returns a database without tables, which belongs to the test until it ends. */
export async function openEmptyDatabase(): Promise<{ db: Db; url: string }> {
  const template = Object.assign(new URL(inject("templateUrl")), { pathname: "/template0" });
  const url = await cloneDatabase(template.href);
  const { db, close } = openDatabase(url, () => undefined);
  onTestFinished(close);
  return { db, url };
}
