import type { Db } from "../app/db/client.server.ts";
import type { PhotoStore } from "../app/photos/store.server.ts";

/** What an operator command needs. */
export interface OperatorContext {
  db: Db;
  photoStore: PhotoStore;
  dataDir: string;
  programDir: string;
}

/** Output of a command: text for people, the same as `data` for --json, and the exit status. */
export interface CommandResult {
  status: 0 | 1 | 2;
  text: string;
  data?: unknown;
}

export type Command = (context: OperatorContext, args: string[]) => Promise<CommandResult>;
