import type { Db } from "../app/db/client.server.ts";
import type { PhotoStore } from "../app/photos/store.server.ts";

export interface OperatorContext {
  db: Db;
  photoStore: PhotoStore;
  mailedSiteUrl: string;
  siteEmail: string;
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

/** Options with a value; undefined if not given. */
export interface CommandOptions {
  ate: string | undefined;
  por: string | undefined;
}

export type Command = (
  context: OperatorContext,
  args: string[],
  options: CommandOptions,
) => Promise<CommandResult>;
