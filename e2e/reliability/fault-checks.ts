import { access, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import {
  type Ad,
  type AdState,
  type Advertiser,
  ask,
  logIn,
  untilAnswered,
} from "./fault-advertiser.ts";

export type Faults = string[];

export interface SiteStorage {
  db: pg.Client;
  dataDir: string;
}

export async function openSiteStorage(databaseUrl: string, dataDir: string): Promise<SiteStorage> {
  const db = new pg.Client({ connectionString: databaseUrl });
  // The database may be killed along with the site.
  db.on("error", () => undefined);
  await db.connect();
  return { db, dataDir };
}

interface AdRow extends AdState {
  id: string;
  title: string;
  email: string;
}

async function listAds({ db }: SiteStorage): Promise<AdRow[]> {
  const { rows } = await db.query<AdRow>(`
    select p.id, p.title, p.body, p."valorFds", u.email,
      coalesce((select string_agg(day::text, ',' order by day) from unavailable_days where "postId" = p.id), '') as day,
      array(select id::text from photos where "postId" = p.id order by position) as photos
    from posts p join users u on u.id = p.uid`);
  return rows;
}

const isSame = (a: AdState, b: AdState) =>
  a.body === b.body &&
  a.valorFds === b.valorFds &&
  a.day === b.day &&
  a.photos.join() === b.photos.join();

const watcher = "vigia@example.com";

/** Stores an alert for every ad, which gets no letter that would end its hits. */
export async function addWatcher({ db }: SiteStorage): Promise<void> {
  await db.query(
    `insert into alerts (email, "confirmedAt", "endsOn", "toldOn")
     values ($1, now(), current_date + 90, current_date + 2)`,
    [watcher],
  );
}

/** Each finds what must never be, and says so. */
const faultQueries = [
  `select email || ' has ' || count(posts.id) || ' ads, its counter says ' || "postsCriados" as fault
    from users left join posts on posts.uid = users.id
    group by users.id having "postsCriados" <> count(posts.id)`,
  `select title || ' has no photo' as fault from posts
    where not exists (select from photos where "postId" = posts.id)`,
  `select 'the photos of ' || "postId" || ' have a gap' as fault from photos
    where "postId" is not null group by "postId" having max(position) <> count(*) - 1`,
  `select email || ' has no way to log in' as fault from users
    where not exists (select from accounts where "userId" = users.id)`,
  `select email || ' got no link to confirm it' as fault from users
    where not exists (select from outbox where "userId" = users.id)`,
  // Reports are announced together with the letter about them, or not at all.
  `select said || ' announcements of reports, ' || letters || ' letters' as fault from (
    select (select count(distinct "announcedAt") from reports) as said,
      (select count(*) from outbox where content->>'toOperator' = 'true'
        and content->>'subject' ~* '^(\\d+ )?denúncia') as letters) t where said <> letters`,
  // A question is stored with its advertiser's letter and the visitor's copy, or not at all.
  `select asked || ' questions, ' || letters || ' letters, ' || copies || ' copies' as fault from (
    select (select count(*) from questions) as asked,
      (select count(*) from outbox where content->>'subject' like 'Pergunta de um hóspede%') as letters,
      (select count(*) from outbox where content->>'subject' = 'Sua pergunta foi enviada') as copies) t
    where asked <> letters or asked <> copies`,
  // A check ends with the change that ends it, or neither happens.
  `select title || ' was checked with another telephone' as fault
    from posts left join listing_checks as c on c."postId" = posts.id
    where ("checkedAt" is null) <> (c.seen is null) or c.seen->>'telefone' <> telefone`,
  `select title || ' is only half deleted' as fault from posts join deleted_posts using (id)`,
  // A testimonial and the letter that asks to confirm it are stored together, and so are an alert and its letter.
  `select fault || ' got ' || letters || ' letters' as fault from (
    select texto as fault, (select count(*) from outbox where content->>'about' = t.id::text) as letters
      from testimonials t where "writtenAt" is not null
    union all select email, (select count(*) from outbox where content->>'about' = a.id::text)
      from alerts a where email <> '${watcher}') t where letters <> 1`,
  // Each public ad is noted for an alert of all ads, or waits to be.
  `select 'no alert will hear of ' || title as fault from posts where "pausedAt" is null
    and exists (select from alerts where email = '${watcher}')
    and not exists (select from deleted_posts where id = posts.id)
    and not exists (select from alert_events where "postId" = posts.id and published)
    and not exists (select from alert_hits where "postId" = posts.id)`,
  // The operator's command, its log entry and the e-mail about it are stored together.
  `select email || ': ' || blocks || ' blocks, ' || releases || ' releases, ' || letters || ' letters' as fault
    from (select email, "blockedAt" is not null as blocked,
      (select count(*) from audit_log where "subjectId" = u.id and action = 'user-blocked') as blocks,
      (select count(*) from audit_log where "subjectId" = u.id and action = 'user-unblocked') as releases,
      (select count(*) from outbox where "userId" = u.id and content->>'subject' like '%bloqueada') as letters
      from users u) t
    where blocks - releases <> blocked::int or letters <> blocks + releases`,
  // An order reported as paid has one letter; each payment is one granted plan, for a month of its own.
  `select reported || ' reported, ' || letters || ' letters; ' || received || ' received, ' || granted || ' granted, '
      || months || ' months' as fault
    from (select (select count(*) from plan_orders where "paidAt" is not null) as reported,
      (select count(*) from outbox where content->>'subject' like 'Pix de %') as letters,
      (select count(*) from plan_orders where "settledAs" is not null) as received,
      (select count(*) from audit_log where action = 'plan-granted') as granted,
      (select count(distinct (uid, "validoAte")) from plan_orders where "settledAs" is not null) as months) t
    where reported <> letters or received <> granted or received <> months`,
  `select email || ' has a plan until ' || coalesce(u."validoAte"::text, 'never') as fault from users u
    where u."validoAte" is distinct from (select max("validoAte") from plan_orders where uid = u.id)`,
];

/** Checks what holds for every site at any time. */
export async function checkInvariants({ db, dataDir }: SiteStorage): Promise<Faults> {
  const faults: Faults = [];
  for (const query of faultQueries) {
    const { rows } = await db.query<{ fault: string }>(query);
    faults.push(...rows.map(({ fault }) => fault));
  }
  const photos = await db.query<{
    id: string;
    key: string;
    widths: number[];
    cover: boolean;
    sizesDue: boolean;
  }>(`select id, key, widths, cover, "sizesDue" from photos`);
  for (const { id, key, widths, cover, sizesDue } of photos.rows) {
    if (sizesDue) {
      const received = join(dataDir, "envios", id);
      await access(received).catch(() => faults.push(`${key} can't get its other sizes`));
    } else if (!cover) faults.push(`${key} has no cover`);
    const files = widths.flatMap((width) => [`${width}.avif`, `${width}.jpg`]);
    for (const file of cover ? [...files, "capa.jpg"] : files) {
      await access(join(dataDir, "fotos", key, file)).catch(() => {
        faults.push(`${key}/${file} is missing`);
      });
    }
  }
  return faults;
}

/**
 * Compares rows and pages with what the site confirmed. An unanswered request must have taken
 * effect entirely or not at all; records which in `advertiser`.
 */
export async function checkAdvertiser(
  storage: SiteStorage,
  site: string,
  advertiser: Advertiser,
): Promise<Faults> {
  const faults: Faults = [];
  const { rowCount } = await storage.db.query("select from users where email = $1", [
    advertiser.email,
  ]);
  if (!rowCount) {
    if (advertiser.isRegistered) faults.push(`the account ${advertiser.email} is gone`);
    return faults;
  }
  if (advertiser.cookie) {
    const headers = { Cookie: advertiser.cookie };
    const dashboard = await untilAnswered(() => ask(`${site}/dashboard`, { headers }));
    if (dashboard.status !== 200) faults.push(`the session of ${advertiser.email} is gone`);
  } else {
    await untilAnswered(() => logIn(site, advertiser));
  }
  const rows = (await listAds(storage)).filter(({ email }) => email === advertiser.email);
  for (const ad of advertiser.ads) await checkAd(site, ad, rows, faults);
  advertiser.ads = advertiser.ads.filter(({ confirmed }) => confirmed !== null);
  for (const { title } of rows) {
    if (!advertiser.ads.some((ad) => ad.title === title)) faults.push(`${title} should not exist`);
  }
  await checkPhotos(storage, advertiser, faults);
  return faults;
}

async function checkAd(site: string, ad: Ad, rows: AdRow[], faults: Faults): Promise<void> {
  const found = rows.filter(({ title }) => title === ad.title);
  const [row] = found;
  if (found.length > 1) faults.push(`${ad.title} exists ${found.length} times`);
  const { pending, confirmed } = ad;
  ad.pending = null;
  if (!row) {
    const mayBeGone = confirmed === null || pending?.kind === "delete";
    if (!mayBeGone) faults.push(`${ad.title} is gone`);
    ad.confirmed = null;
    return;
  }
  const possible = [confirmed, pending && pending.kind !== "delete" ? pending.state : null];
  const state = possible.find((one) => one && isSame(one, row));
  if (!state) {
    faults.push(`${ad.title} is ${JSON.stringify(row)}, not one of ${JSON.stringify(possible)}`);
    return;
  }
  ad.confirmed = state;
  const page = await untilAnswered(() => ask(`${site}/posts/${row.id}`));
  const html = await page.text();
  if (page.status !== 200 || !html.includes(row.body)) faults.push(`${ad.title} is not shown`);
  for (const photo of state.photos) {
    const url = new RegExp(`/fotos/[^" ]*${photo}[^" ]*\\.jpg`).exec(html)?.[0];
    const shown = url ? await untilAnswered(() => ask(site + url, { method: "HEAD" })) : null;
    if (shown?.status !== 200) faults.push(`${ad.title} does not show its photo ${photo}`);
  }
}

/** Checks an advertiser's photos, and updates the unused ones. */
async function checkPhotos(
  { db }: SiteStorage,
  advertiser: Advertiser,
  faults: Faults,
): Promise<void> {
  const { rows } = await db.query<{ id: string; waits: boolean }>(
    `select photos.id, "postId" is null as waits from photos join users on users.id = photos.uid
     where email = $1`,
    [advertiser.email],
  );
  for (const id of advertiser.photos) {
    if (!rows.some((row) => row.id === id)) faults.push(`the photo ${id} is gone`);
  }
  advertiser.photos = rows.filter(({ waits }) => waits).map(({ id }) => id);
}

/** Backdates all rows and files of uploads and photos by two days. */
export async function age({ db, dataDir }: SiteStorage): Promise<void> {
  for (const table of ["uploads", "photos"]) {
    await db.query(`update ${table} set "createdAt" = "createdAt" - interval '2 days'`);
  }
  const then = new Date(Date.now() - 48 * 3_600_000);
  for (const folder of ["envios", "fotos"]) {
    const path = join(dataDir, folder);
    for (const name of await readdir(path, { recursive: true })) {
      await utimes(join(path, name), then, then);
    }
  }
}

/** Lists files and photos that belong to no ad, and leftover uploads. */
export async function listOrphans({ db, dataDir }: SiteStorage): Promise<Faults> {
  const orphans: Faults = [];
  const { rows } = await db.query<{ key: string; waits: boolean }>(
    `select key, "postId" is null as waits from photos`,
  );
  for (const { key, waits } of rows) if (waits) orphans.push(`${key} has no ad`);
  const known = new Set(rows.map(({ key }) => key));
  const files = await readdir(join(dataDir, "fotos"), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const key = file.parentPath.slice(join(dataDir, "fotos").length + 1);
    if (!known.has(key)) orphans.push(`${key}/${file.name} has no owner`);
  }
  for (const name of await readdir(join(dataDir, "envios"))) orphans.push(`envios/${name}`);
  const uploads = await db.query("select id from uploads");
  for (const { id } of uploads.rows) orphans.push(`the upload ${id}`);
  return orphans;
}
