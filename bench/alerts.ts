import { sql } from "drizzle-orm";
import { noonOf, today } from "../app/domain/calendar/civil-date.ts";
import { locationOptions } from "../app/domain/region/locations.ts";
import { sendAlertLetters } from "../app/domain/search/alerts/alert-letters.server.ts";
import { matchChanges } from "../app/domain/search/alerts/alert-matches.server.ts";
import { alertHits, alerts } from "../app/platform/db/alert-schema.ts";
import { type Db, openDatabase } from "../app/platform/db/client.server.ts";
import { createSignedLinks } from "../app/platform/mail/signed-links.server.ts";
import { type Environment, query } from "./environment.ts";
import { median } from "./figures.ts";
import type { Plan } from "./plan.ts";
import { processorMsOf } from "./servers.ts";
import type { Table } from "./table.ts";

const alertCount = 50_000;
const letterCount = 5_000;
const changesPerRound = 100;

/** Measures what alerts cost that watch as many searches as visitors would make. */
export async function measureAlerts(
  environment: Environment,
  { sizes, rounds }: Plan,
): Promise<Table[]> {
  const changed: Table["rows"] = [];
  const letters: Table["rows"] = [];
  for (const ads of sizes) {
    const { url } = await environment.database(ads);
    const { db, close } = openDatabase(url, () => undefined);
    await fillAlerts(url);
    for (const [name, statement] of Object.entries(changes)) {
      const costs: number[] = [];
      const hits: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await db.execute(sql`delete from ${alertHits}`);
        await db.execute(sql`delete from alert_events`);
        await db.execute(sql.raw(statement(round)));
        const before = await cpuMs(db);
        const matched = await matchChanges(db);
        costs.push(((await cpuMs(db)) - before) / matched);
        hits.push((await db.$count(alertHits)) / matched);
      }
      changed.push([ads, name, median(costs), median(hits)]);
    }
    letters.push([ads, letterCount, await timeLetters(db)]);
    await close();
  }
  return [
    {
      title: "One changed ad",
      note: `CPU of the site and of its database for one changed ad while ${alertCount.toLocaleString("en-US")} alerts run, in ms, and how many of them it is noted for.`,
      columns: ["ads", "change", "CPU, ms", "alerts matched"],
      rows: changed,
    },
    {
      title: "A morning's letters",
      note: "From the first to the last letter queued, each with three ads.",
      columns: ["ads", "letters", "seconds"],
      rows: letters,
    },
  ];
}

/** The newest ads, other ones in each round. */
const some = (round: number) =>
  `select id from posts order by "createdAt" desc offset ${round * changesPerRound} limit ${changesPerRound}`;

const changes: Record<string, (round: number) => string> = {
  "published again": (round) => `
    insert into alert_events ("postId", published) select id, true from (${some(round)}) chosen`,
  "nights freed": (round) => `
    with chosen as (${some(round)}),
      freed as (delete from unavailable_days where "postId" in (select id from chosen) returning "postId")
    insert into alert_events ("postId", freed)
    select id, datemultirange(daterange(current_date + 20, current_date + 27)) from chosen`,
  "price lowered": (round) => `
    update posts set "valorDiaria" = greatest(1, "valorDiaria"::numeric::integer - 50)::text,
      "valorFds" = greatest(1, "valorFds"::numeric::integer - 100)::text
    where id in (${some(round)})`,
};

/** Searches as visitors make them: most have a place and dates, half a price, some wishes. */
function fillAlerts(url: string) {
  const places = locationOptions.map((name) => `'${name}'`).join(",");
  return query(
    url,
    `delete from alerts;
    insert into alerts (email, localizacao, entrada, saida, pessoas, quartos, wishes, q, total, "confirmedAt", "endsOn")
    select 'p' || n || '@example.com',
      case when n % 8 > 0 then (array[${places}])[1 + n / 4 % ${locationOptions.length}] end,
      arrival, arrival + 2 + n % 5,
      case when n % 3 > 0 then 2 + n % 16 end,
      case when n % 10 = 0 then 1 + n % 4 end,
      case when n % 5 = 0 then array['Piscina'] when n % 7 = 0 then array['aceitaPets'] else '{}' end,
      case when n % 4 = 1 then 200 + n % 12 * 50 end,
      case when n % 8 = 2 and arrival is not null then 800 + n % 20 * 100 end,
      now(), coalesce(arrival, current_date + 60)
    from generate_series(1, ${alertCount}) n
    cross join lateral (
      select case when n % 6 > 0 then current_date + 3 + n * 7 % 300 end as arrival
    ) dates;
    analyze alerts`,
  );
}

/** CPU time so far of this process and of all of the database's, in ms. */
async function cpuMs(db: Db): Promise<number> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pid from pg_stat_activity`);
  const { user, system } = process.cpuUsage();
  const ofDatabase = await Promise.all(rows.map(({ pid }) => processorMsOf(pid)));
  return ofDatabase.reduce((all, one) => all + one, (user + system) / 1000);
}

async function timeLetters(db: Db): Promise<number> {
  await db.execute(sql`delete from ${alertHits}`);
  await db.execute(sql`
    insert into ${alertHits} ("alertId", "postId")
    select a.id, p.id from (select id, row_number() over () as n from ${alerts} limit ${letterCount}) a
    join (select id, row_number() over (order by "createdAt" desc) as n from posts limit 900) p
      on p.n in (1 + a.n % 300, 301 + a.n % 300, 601 + a.n % 300)`);
  // Letters leave out what isn't right any more; here all of it is.
  await db.execute(sql`
    update ${alerts} set localizacao = null, pessoas = null, quartos = null, wishes = '{}', q = null,
      total = null, entrada = current_date + 400, saida = current_date + 403, "endsOn" = current_date + 400
    where id in (select "alertId" from ${alertHits})`);
  const site = { db, signedLinks: createSignedLinks("x"), mailedSiteUrl: "https://example.com" };
  const eight = new Date(noonOf(today()).getTime() - 4 * 3_600_000);
  const start = performance.now();
  const sent = await sendAlertLetters(site, eight);
  if (sent !== letterCount) throw new Error(`${sent} letters of ${letterCount}`);
  return (performance.now() - start) / 1000;
}
