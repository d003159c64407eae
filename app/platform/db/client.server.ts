import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Db = NodePgDatabase & { $client: pg.Pool };

export type Transaction = Parameters<Parameters<Db["transaction"]>[0]>[0];

/** Times in ms; 0 means no limit. */
export interface DatabaseTimeouts {
  connectMs: number;
  statementMs: number;
  /** Limit per statement, enforced by the client, because a hanging server enforces nothing. */
  answerMs: number;
  idleTransactionMs: number;
}

const defaultTimeouts: DatabaseTimeouts = {
  connectMs: 3_000,
  statementMs: 4_000,
  answerMs: 4_000,
  idleTransactionMs: 2 * 60_000,
};

/** Limits for programs that process everything at once: a backup idles in its transaction. */
export const longRunningTimeouts: DatabaseTimeouts = {
  connectMs: 5_000,
  statementMs: 0,
  answerMs: 0,
  idleTransactionMs: 0,
};

/** Closes its connection when an answer times out: its next user would have to wait too. */
class BoundedClient extends pg.Client {
  /** Named statements of different sites would collide behind a transaction pooler. */
  preparesStatements = false;

  override query(statement: unknown, ...rest: unknown[]): never {
    const query = super.query as (...args: unknown[]) => unknown;
    const sent = this.preparesStatements ? statement : withoutName(statement);
    const result = query.call(this, sent, ...rest);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof Error && error.message === "Query read timeout") {
          this.connection.stream.destroy();
        }
      });
    }
    return result as never;
  }
}

function withoutName(statement: unknown): unknown {
  const isNamed = typeof statement === "object" && statement !== null && "name" in statement;
  return isNamed && !("submit" in statement) ? { ...statement, name: undefined } : statement;
}

/** Requires PostgreSQL 15 or later. Reports broken connections to `onError` and replaces them. */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<DatabaseTimeouts> = {},
  connections = 10,
): { db: Db; close: () => Promise<void> } {
  const { connectMs, statementMs, answerMs, idleTransactionMs } = { ...defaultTimeouts, ...limits };
  const pool = new pg.Pool({
    Client: BoundedClient,
    connectionString: url,
    max: connections,
    // Keeps all of them open: connecting can take seconds with a slow name server or a lost packet, and
    // a request that waits for a new connection can't use one that is freed in the meantime.
    min: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // Commits are durable whatever the server's default. PgBouncer refuses these settings as
    // startup parameters, which is how pg would send them.
    async onConnect(client) {
      const { rows } = await client.query<{ pid: number }>(
        `select pg_backend_pid() as pid,
                set_config('statement_timeout', $1, false),
                set_config('idle_in_transaction_session_timeout', $2, false),
                set_config('synchronous_commit', 'on', false),
                set_config('timezone', 'UTC', false),
                set_config('datestyle', 'ISO, YMD', false),
                set_config('intervalstyle', 'postgres', false)`,
        [String(statementMs), String(idleTransactionMs)],
      );
      // A pooler announces a process id of its own.
      if (client instanceof BoundedClient && "processID" in client) {
        client.preparesStatements = client.processID === rows[0]?.pid;
      }
    },
  });
  let closing = false;
  // The pool only handles errors of idle connections; an unhandled one would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", (error) => {
      if (!closing) onError(error);
    });
  });
  return {
    db: drizzle({ client: pool }),
    close() {
      closing = true;
      return pool.end();
    },
  };
}

export async function openConnections(db: Db): Promise<void> {
  const { min } = db.$client.options;
  await Promise.all(Array.from({ length: min ?? 0 }, () => db.execute("select 1")));
}

/** Runs statements on any connection. */
export type Queryable = Pick<NodePgDatabase, "execute" | "select">;

/** Connection errors, standby, missing resources, shutdown, statement timeout, disk errors. */
const awayCodes = /^(08|25006|53|57|58)/;

const awayErrors =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const awayMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client (was closed|has encountered a connection error))/;

/** Thrown by libraries that hide why a query failed. */
export class DatabaseUnavailable extends Error {}

/** True if a retry may help: the database is down, hangs or can't write. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnavailable) return true;
  const code = "code" in error ? String(error.code) : "";
  const codes = error instanceof pg.DatabaseError ? awayCodes : awayErrors;
  return codes.test(code) || awayMessages.test(error.message) || isDatabaseUnavailable(error.cause);
}
