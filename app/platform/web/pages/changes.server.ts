import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import type { Transaction } from "../../db/client.server.ts";

/**
 * Notified by the functions "announce_…" in app/platform/db/sql/changes.sql, which triggers call when posts,
 * photos, unavailable days, seasons, feeds, an advertiser's plan, their answers to questions or testimonials
 * change.
 */
const channel = "anuncios_mudaram";

interface Change {
  listingId: string;
  /** The one before or after the change; both are announced. Null if only its own page changed. */
  localizacao: string | null;
}

export interface ChangeListener {
  onChange: (change: Change) => void;
  onManyChanges: () => void;
  /** From now on no change is missed; earlier ones may have been. */
  onListening: () => void;
  onLost: (reason: Error) => void;
}

/** Notifications don't arrive behind a transaction pooler. */
export class TransactionPooling extends Error {}

/** Times in ms. */
const defaultTimes = { betweenPings: 10_000, timeout: 5_000, beforeRetry: 500 };

/**
 * Listens for listing changes on its own connection, and reconnects when that breaks. Reports each
 * time that listening begins or ends; behind a transaction pooler, the reason is
 * {@link TransactionPooling}.
 */
export function listenForChanges(
  url: string,
  listener: ChangeListener,
  times: typeof defaultTimes = defaultTimes,
): () => Promise<void> {
  const ownChannel = `ping_${randomBytes(8).toString("hex")}`;
  let closed = false;
  let current: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isListening: boolean | null = null;

  const settings = {
    connectionString: url,
    application_name: "Mar de Minas, changes",
    connectionTimeoutMillis: times.timeout,
    query_timeout: times.timeout,
    keepAlive: true,
  };

  function connect(): void {
    const client = new pg.Client(settings);
    current = client;
    let pong: PromiseWithResolvers<void> | null = null;

    function fail(reason: Error): void {
      if (current !== client || closed) return;
      current = null;
      clearTimeout(timer);
      if (isListening !== false) listener.onLost(reason);
      isListening = false;
      client.end().catch(() => undefined);
      const isPermanent = reason instanceof TransactionPooling;
      timer = setTimeout(connect, isPermanent ? times.betweenPings : times.beforeRetry);
    }
    async function ping(from: pg.Client): Promise<void> {
      const awaited = Promise.withResolvers<void>();
      pong = awaited;
      const silent = new PingTimeout("the connection is silent");
      timer = setTimeout(() => awaited.reject(silent), times.timeout);
      await Promise.all([from.query("select pg_notify($1, '')", [ownChannel]), awaited.promise]);
      clearTimeout(timer);
    }
    /** Through a pooler, a connection may hear its own notifications, but nobody else's. */
    async function pingFromOutside(): Promise<void> {
      const other = new pg.Client(settings);
      other.on("error", () => undefined);
      try {
        await other.connect();
        await ping(other);
      } catch (error) {
        if (error instanceof PingTimeout && (await isPooled(client))) {
          throw new TransactionPooling("a pooler in transaction mode is in between");
        }
        throw error;
      } finally {
        await other.end().catch(() => undefined);
      }
    }
    function schedulePing(): void {
      if (current !== client || closed) return;
      if (!isListening) {
        isListening = true;
        listener.onListening();
      }
      timer = setTimeout(
        () => void ping(client).then(schedulePing).catch(fail),
        times.betweenPings,
      );
    }

    client.on("error", fail);
    client.on("end", () => {
      const reason = new Error("the connection was closed");
      pong?.reject(reason);
      fail(reason);
    });
    client.on("notification", ({ channel: receivedOn, payload = "" }) => {
      if (receivedOn === ownChannel) return pong?.resolve();
      if (payload === "*") return listener.onManyChanges();
      const [listingId = "", ...place] = payload.split(" ");
      listener.onChange({ listingId, localizacao: place.length > 0 ? place.join(" ") : null });
    });
    client
      .connect()
      .then(() => client.query(`listen ${channel}; listen ${ownChannel}`))
      .then(pingFromOutside)
      .then(schedulePing)
      .catch(fail);
  }

  connect();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await current?.end().catch(() => undefined);
  };
}

class PingTimeout extends Error {}

async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return "processID" in client && rows[0]?.pid !== client.processID;
}

/** Makes all sites drop every page that shows a listing on commit. */
export function announceListing(tx: Transaction, listingId: string): Promise<unknown> {
  return tx.execute(sql`
    select announce_listings(array_agg(id), array_agg(localizacao)) from posts
    where id = ${listingId}`);
}
