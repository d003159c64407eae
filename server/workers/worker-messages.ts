export interface DatabaseAddresses {
  /** The site's login to the database. */
  databaseUrl: string;
  /** The login of the owner of its tables, for migrations; null if that is the site itself. */
  ownerUrl: string | null;
}

/** Everything with which a process that has loaded the app opens the site. */
export interface Start extends DatabaseAddresses {
  role: Role;
}

export interface Role {
  /** Migrates the database and fills an empty site before it serves. */
  prepares: boolean;
  /** Runs the background work that is done once for all workers. */
  runsJobs: boolean;
  /** The end of the worker that this one replaces. */
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
