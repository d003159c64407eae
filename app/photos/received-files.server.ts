import type { DataStore } from "@tus/server";

/** What has been received of uploads under way, by their ids. */
export interface UploadFiles {
  /** How the tus server writes. */
  datastore: DataStore;
  /** Whether every byte announced has come. */
  isWhole: (id: string) => Promise<boolean>;
  /** Has the file whole below a path of this machine while `work` runs. */
  withFile: <Result>(id: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Removes what came of an upload. Safe to repeat. */
  remove: (id: string) => Promise<void>;
  /** Ids of uploads with something older than this, in ms. */
  listOlder: (ageMs: number) => Promise<string[]>;
}
