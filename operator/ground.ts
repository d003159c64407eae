import type { Db } from "../app/db/client.server.ts";
import type { PhotoStore } from "../app/photos/store.server.ts";

/** What the operator's commands work on. */
export interface Ground {
  db: Db;
  photoStore: PhotoStore;
  dataDir: string;
  programDir: string;
}

/** What a command tells: lines for a person, the same as data for --json, and the exit status. */
export interface Answer {
  status: 0 | 1 | 2;
  text: string;
  data?: unknown;
}

export type Command = (ground: Ground, args: string[]) => Promise<Answer>;
