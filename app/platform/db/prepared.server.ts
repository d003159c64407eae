import type { Db } from "./client.server.ts";

/**
 * Keeps a prepared query for each database: Drizzle takes longer to build a query than PostgreSQL
 * to answer it, and PostgreSQL keeps the plan of a named one per connection.
 */
export function prepareOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const prepared = new WeakMap<Db, Query>();
  return (db) => {
    const known = prepared.get(db);
    if (known) return known;
    const query = build(db);
    prepared.set(db, query);
    return query;
  };
}
