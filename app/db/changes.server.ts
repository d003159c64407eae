import { randomBytes } from "node:crypto";
import pg from "pg";

/** Where the database says which listings changed (db/migrations, "announce_"). */
const channel = "anuncios_mudaram";

/** What changed, by a commit of any process. */
interface Change {
  /** A listing's id, and the place it is or was in. */
  listingId: string;
  localizacao: string;
}

export interface ChangeListener {
  /** A commit changed a listing. */
  onChange: (change: Change) => void;
  /** A commit changed so much that it is not told one by one. */
  onManyChanges: () => void;
  /** From now on every change is heard; what changed before may have been missed. */
  onHearing: () => void;
  /** From now on changes may be missed. */
  onDeaf: (reason: Error) => void;
}

/**
 * The connection goes through a pooler that lends the database's connections by transaction: between
 * transactions nothing arrives from the database.
 */
export class TransactionPooling extends Error {}

/** How often the line is tried, and how long an answer may take, ms. */
const defaultTimes = { trial: 10_000, patience: 5_000, retry: 500 };

/**
 * Listens for changes of listings on a connection of its own until it is closed, and connects anew
 * when that breaks. Says each time that hearing begins or ends, and at first either of them; the
 * reason is a {@link TransactionPooling} behind such a pooler.
 */
export function listenForChanges(
  url: string,
  listener: ChangeListener,
  times: typeof defaultTimes = defaultTimes,
): () => Promise<void> {
  const own = `linha_${randomBytes(8).toString("hex")}`;
  let closed = false;
  let line: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isHearing: boolean | null = null;

  const settings = {
    connectionString: url,
    application_name: "Mar de Minas, changes",
    connectionTimeoutMillis: times.patience,
    query_timeout: times.patience,
    keepAlive: true,
  };

  function connect(): void {
    const client = new pg.Client(settings);
    line = client;
    let echo: PromiseWithResolvers<void> | null = null;

    function fail(reason: Error): void {
      if (line !== client || closed) return;
      line = null;
      clearTimeout(timer);
      if (isHearing !== false) listener.onDeaf(reason);
      isHearing = false;
      client.end().catch(() => undefined);
      const isLasting = reason instanceof TransactionPooling;
      timer = setTimeout(connect, isLasting ? times.trial : times.retry);
    }
    /** Speaks on a connection and waits to hear it on the line. */
    async function trySpeaking(speaker: pg.Client): Promise<void> {
      const awaited = Promise.withResolvers<void>();
      echo = awaited;
      const silent = new SilentLine("the line is silent");
      timer = setTimeout(() => awaited.reject(silent), times.patience);
      await Promise.all([speaker.query("select pg_notify($1, '')", [own]), awaited.promise]);
      clearTimeout(timer);
    }
    /** Tries the line as other sites use it: behind a pooler it may hear itself, and nobody else. */
    async function tryFromOutside(): Promise<void> {
      const other = new pg.Client(settings);
      other.on("error", () => undefined);
      try {
        await other.connect();
        await trySpeaking(other);
      } catch (error) {
        if (error instanceof SilentLine && (await isPooled(client))) {
          throw new TransactionPooling("a pooler in transaction mode is in between");
        }
        throw error;
      } finally {
        await other.end().catch(() => undefined);
      }
    }
    function tryAgain(): void {
      if (line !== client || closed) return;
      if (!isHearing) {
        isHearing = true;
        listener.onHearing();
      }
      timer = setTimeout(() => void trySpeaking(client).then(tryAgain).catch(fail), times.trial);
    }

    client.on("error", fail);
    client.on("end", () => {
      const reason = new Error("the line was closed");
      echo?.reject(reason);
      fail(reason);
    });
    client.on("notification", ({ channel: where, payload = "" }) => {
      if (where === own) return echo?.resolve();
      if (payload === "*") return listener.onManyChanges();
      const space = payload.indexOf(" ");
      listener.onChange({
        listingId: payload.slice(0, space),
        localizacao: payload.slice(space + 1),
      });
    });
    client
      .connect()
      .then(() => client.query(`listen ${channel}; listen ${own}`))
      .then(tryFromOutside)
      .then(tryAgain)
      .catch(fail);
  }

  connect();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await line?.end().catch(() => undefined);
  };
}

class SilentLine extends Error {}

/** Whether a pooler answers in the database's place: it then gave a process number of its own. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return "processID" in client && rows[0]?.pid !== client.processID;
}
