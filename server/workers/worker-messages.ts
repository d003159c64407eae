export interface DatabaseAddresses {
  /** How the site logs in. */
  databaseUrl: string;
  /** How the owner of its tables does, to migrate them; null if that is the site itself. */
  ownerUrl: string | null;
}

/** What a process that has loaded the app needs to open the site. */
export interface Start extends DatabaseAddresses {
  role: Role;
}

export interface Role {
  /** Migrates the database and fills an empty site before it serves. */
  prepares: boolean;
  /** Runs the background work that is done once for all workers. */
  runsJobs: boolean;
  /** How the worker ended that this one replaces. */
  replaces?: string;
}

/** The role of the only process of a site. */
export const soleRole: Role = { prepares: true, runsJobs: true };

export interface StartMessage extends Start {
  type: "start";
}

export interface StopMessage {
  type: "stop";
  reason: string;
}

export interface ReadyMessage {
  type: "ready";
}
