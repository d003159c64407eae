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

/** How often the line is tried, and how long an answer may take, ms. */
const defaultTimes = { trial: 10_000, patience: 5_000, retry: 500 };

/**
 * Listens for changes of listings on a connection of its own until it is closed, and connects anew
 * when that breaks. Says when it hears and when it is deaf: a line that is up but silent, as behind
 * a pooler of transactions, counts as deaf.
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

  function connect(): void {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: times.patience,
      query_timeout: times.patience,
      keepAlive: true,
    });
    line = client;
    let heard: (() => void) | null = null;
    let isHearing = false;

    function fail(reason: Error): void {
      if (line !== client || closed) return;
      line = null;
      clearTimeout(timer);
      if (isHearing) listener.onDeaf(reason);
      client.end().catch(() => undefined);
      timer = setTimeout(connect, times.retry);
    }
    /** Speaks on the line and waits to hear it. */
    async function tryLine(): Promise<void> {
      const echo = new Promise<void>((done, lost) => {
        heard = done;
        timer = setTimeout(() => lost(new Error("the line is silent")), times.patience);
      });
      await Promise.all([client.query("select pg_notify($1, '')", [own]), echo]);
      clearTimeout(timer);
      if (line !== client || closed) return;
      if (!isHearing) {
        isHearing = true;
        listener.onHearing();
      }
      timer = setTimeout(() => void tryLine().catch(fail), times.trial);
    }

    client.on("error", fail);
    client.on("end", () => fail(new Error("the line was closed")));
    client.on("notification", ({ channel: where, payload = "" }) => {
      if (where === own) return heard?.();
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
      .then(tryLine)
      .catch(fail);
  }

  connect();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await line?.end().catch(() => undefined);
  };
}
