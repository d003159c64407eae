/** What a worker learns when it is started. */
export interface WorkerStart {
  databaseUrl: string;
  role: Role;
}

export interface Role {
  /** Migrates the database and fills an empty site before it serves. */
  prepares: boolean;
  /** Does the background work that needs one process only. */
  runsJobs: boolean;
}

/** In a site of a single process. */
export const soleRole: Role = { prepares: true, runsJobs: true };

/** In the environment, where other users can't read it, unlike arguments. */
export const startVariable = "MAR_DE_MINAS_WORKER";

export interface StopMessage {
  type: "stop";
  reason: string;
}

export interface ReadyMessage {
  type: "ready";
}
