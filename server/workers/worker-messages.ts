/** Passed to a worker when it starts. */
export interface WorkerStart {
  databaseUrl: string;
  role: Role;
}

export interface Role {
  /** Migrates the database and fills an empty site before it serves. */
  prepares: boolean;
  /** Runs the background work that is done once for all workers. */
  runsJobs: boolean;
}

/** In a site of a single process. */
export const soleRole: Role = { prepares: true, runsJobs: true };

/** Holds the database's password, so not an argument, which all users of the machine could read. */
export const startVariable = "MAR_DE_MINAS_WORKER";

export interface StopMessage {
  type: "stop";
  reason: string;
}

export interface ReadyMessage {
  type: "ready";
}
