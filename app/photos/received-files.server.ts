import type { DataStore } from "@tus/server";

/** The received bytes of uploads in progress, by upload id. */
export interface ReceivedFiles {
  /** The tus server writes here. */
  datastore: DataStore;
  /** Returns whether every announced byte has arrived. */
  isWhole: (id: string) => Promise<boolean>;
  /** Runs `work` with the path of a local copy of the complete file. */
  withFile: <Result>(id: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Deletes everything received for an upload. Idempotent. */
  remove: (id: string) => Promise<void>;
  /** Ids of uploads with files older than `ageMs`. */
  listOlder: (ageMs: number) => Promise<string[]>;
}
