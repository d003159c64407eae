import type { Db } from "../app/db/client.server.ts";
import type { PhotoStore } from "../app/photos/store.server.ts";

export interface OperatorContext {
  db: Db;
  photoStore: PhotoStore;
  dataDir: string;
  programDir: string;
}

export interface CommandResult {
  /** Exit status: 1 for failures, 2 for usage errors. */
  status: 0 | 1 | 2;
  text: string;
  /** The same for --json. */
  data?: unknown;
}

export type Command = (context: OperatorContext, args: string[]) => Promise<CommandResult>;
