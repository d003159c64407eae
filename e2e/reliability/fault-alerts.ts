import type { Faults, SiteStorage } from "./fault-checks.ts";

/** Stores an alert for every ad, which gets no letter that would end its hits. */
export async function addWatcher({ db }: SiteStorage): Promise<void> {
  await db.query(`
    insert into alerts (email, "confirmedAt", "endsOn", "toldOn")
    values ('vigia@example.com', now(), current_date + 90, current_date + 2)`);
}

/** Each public ad must be noted for the watcher, or wait to be; each request has its one letter. */
export async function checkAlerts({ db }: SiteStorage): Promise<Faults> {
  const unseen = await db.query<{ title: string }>(`
    select title from posts where "pausedAt" is null
      and not exists (select from deleted_posts where id = posts.id)
      and not exists (select from alert_events where "postId" = posts.id and published)
      and not exists (select from alert_hits where "postId" = posts.id)`);
  const letters = await db.query<{ email: string; n: number }>(`
    select email, (select count(*)::int from outbox where content->>'about' = alerts.id::text) as n
    from alerts where email <> 'vigia@example.com'`);
  return [
    ...unseen.rows.map(({ title }) => `nobody will be told of ${title}`),
    ...letters.rows.flatMap(({ email, n }) => (n === 1 ? [] : [`${email} got ${n} letters`])),
  ];
}
