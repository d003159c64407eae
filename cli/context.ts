import type { PhotoStore } from "../app/domain/photos/store.server.ts";
import type { Db } from "../app/platform/db/client.server.ts";
import type { EmbeddedDatabase } from "../app/platform/db/embedded/embedded.server.ts";
import type { StartRefusal } from "../app/platform/db/start-refusal.server.ts";
import type { MailedSite } from "../app/platform/mail/mailed-site.server.ts";

export interface OperatorContext {
  db: Db;
  photoStore: PhotoStore;
  /** Call it before any change: throws a {@link StartRefusal} if nothing says what letters need. */
  requireMailedSite: () => Promise<MailedSite>;
  dataDir: string;
  programDir: string;
  /** Starts a database in an empty folder, where a backup proves that it can be restored. */
  startScratch: (folder: string) => Promise<Pick<EmbeddedDatabase, "url" | "stop">>;
}

export interface CommandResult {
  /** Exit status: 1 for failures, 2 for usage errors. */
  status: 0 | 1 | 2;
  text: string;
  /** The same facts, for --json. */
  data?: unknown;
}

/** Options with a value; undefined if not given. */
export interface CommandOptions {
  ate: string | undefined;
  por: string | undefined;
  antes: string | undefined;
  /** Confirms a command, which otherwise only says what it would do. */
  sim: boolean;
}

export type Command = (
  context: OperatorContext,
  args: string[],
  options: CommandOptions,
) => Promise<CommandResult>;
