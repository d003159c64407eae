-- Notifies all sites of every commit that changes a listing's public data, so that they drop its cached pages
-- (docs/decisions/014). The payload has one line per listing, with its id and location; without the location
-- only the listing's own page changes, and no list or search. '*' stands for all listings.

create or replace function announce_listings(ids uuid[], places text[]) returns void
language plpgsql as $$
begin
  insert into listing_changes (id) select distinct unnest(ids) order by 1
    on conflict (id) do update set at = pg_current_xact_id();
  if cardinality(ids) > 100 then
    perform pg_notify('anuncios_mudaram', '*');
  else
    perform pg_notify('anuncios_mudaram', id || ' ' || place) from unnest(ids, places) as changed(id, place);
  end if;
end $$;

-- A listing's page also shows the advertiser's other listings, so a change of one drops them all. The others
-- have not changed themselves, so they are not entered in listing_changes.
create or replace function announce_owners(uids uuid[]) returns void
language plpgsql as $$
begin
  if (select count(*) from posts where uid = any(uids)) > 100 then
    perform pg_notify('anuncios_mudaram', '*');
  else
    perform pg_notify('anuncios_mudaram', id || ' ' || localizacao) from posts where uid = any(uids);
  end if;
end $$;

create or replace function announce_own_pages(uids uuid[]) returns void
language plpgsql as $$
begin
  if (select count(*) from posts where uid = any(uids)) > 100 then
    perform pg_notify('anuncios_mudaram', '*');
  else
    perform pg_notify('anuncios_mudaram', id::text) from posts where uid = any(uids);
  end if;
end $$;

-- Reminders and the address of the published calendar show on no page: changing them drops none.
create or replace function announce_posts() returns trigger
language plpgsql as $$
declare
  unseen constant text[] := '{datesRemindedAt,datesRemindersOff,calendarToken}';
begin
  if tg_op = 'INSERT' then
    perform announce_listings(array_agg(id), array_agg(localizacao)) from new_rows;
    perform announce_owners(array_agg(distinct uid)) from new_rows;
  elsif tg_op = 'DELETE' then
    perform announce_listings(array_agg(id), array_agg(localizacao)) from old_rows;
    perform announce_owners(array_agg(distinct uid)) from old_rows;
  else
    perform announce_listings(array_agg(id), array_agg(place)) from
      (select distinct o.id, place from old_rows as o join new_rows as n on o.id = n.id,
        unnest(array[o.localizacao, n.localizacao]) as place
        where to_jsonb(o) - unseen <> to_jsonb(n) - unseen) as changed;
    perform announce_owners(array_agg(distinct owner)) from
      old_rows as o join new_rows as n on o.id = n.id, unnest(array[o.uid, n.uid]) as owner
      where to_jsonb(o) - unseen <> to_jsonb(n) - unseen;
  end if;
  return null;
end $$;

create or replace trigger posts_inserted after insert on posts
referencing new table as new_rows for each statement execute function announce_posts();

create or replace trigger posts_updated after update on posts
referencing old table as old_rows new table as new_rows for each statement execute function announce_posts();

create or replace trigger posts_deleted after delete on posts
referencing old table as old_rows for each statement execute function announce_posts();

-- Photos, taken nights and seasons.
create or replace function announce_parts() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform announce_listings(array_agg(id), array_agg(localizacao)) from posts
      where id in (select "postId" from new_rows);
  elsif tg_op = 'DELETE' then
    perform announce_listings(array_agg(id), array_agg(localizacao)) from posts
      where id in (select "postId" from old_rows);
  else
    perform announce_listings(array_agg(id), array_agg(localizacao)) from posts
      where id in (select "postId" from old_rows union select "postId" from new_rows);
  end if;
  return null;
end $$;

create or replace trigger photos_inserted after insert on photos
referencing new table as new_rows for each statement execute function announce_parts();

create or replace trigger photos_updated after update on photos
referencing old table as old_rows new table as new_rows for each statement execute function announce_parts();

create or replace trigger photos_deleted after delete on photos
referencing old table as old_rows for each statement execute function announce_parts();

create or replace trigger unavailable_days_inserted after insert on unavailable_days
referencing new table as new_rows for each statement execute function announce_parts();

create or replace trigger unavailable_days_deleted after delete on unavailable_days
referencing old table as old_rows for each statement execute function announce_parts();

create or replace trigger seasons_inserted after insert on seasons
referencing new table as new_rows for each statement execute function announce_parts();

create or replace trigger seasons_updated after update on seasons
referencing old table as old_rows new table as new_rows for each statement execute function announce_parts();

create or replace trigger seasons_deleted after delete on seasons
referencing old table as old_rows for each statement execute function announce_parts();

-- Visitors also read whether an ad's feeds are connected, and since when one of them can't be read. Hourly
-- readings change neither.
create or replace function announce_feeds() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform announce_listings(array_agg(id), array_agg(localizacao)) from posts
      where id in (select "postId" from old_rows);
  elsif tg_op = 'INSERT' then
    perform announce_listings(array_agg(id), array_agg(localizacao)) from posts
      where id in (select "postId" from new_rows);
  else
    perform announce_listings(array_agg(id), array_agg(localizacao)) from posts
      where id in (select new_rows."postId" from new_rows join old_rows using (id)
        where new_rows.nights <> old_rows.nights
          or new_rows."goodAt" > coalesce(old_rows."goodAt", old_rows."createdAt") + interval '1 day'
          or new_rows."goodAt" < coalesce(old_rows."goodAt", old_rows."createdAt"));
  end if;
  return null;
end $$;

create or replace trigger feeds_inserted after insert on feeds
referencing new table as new_rows for each statement execute function announce_feeds();

create or replace trigger feeds_updated after update on feeds
referencing old table as old_rows new table as new_rows for each statement execute function announce_feeds();

create or replace trigger feeds_deleted after delete on feeds
referencing old table as old_rows for each statement execute function announce_feeds();

-- An ad's own page says whether its advertiser takes questions, and how soon they answer.
create or replace function announce_plans() returns trigger
language plpgsql as $$
begin
  perform announce_listings(array_agg(id), array_agg(localizacao)) from posts where uid in
    (select new_rows.id from new_rows join old_rows using (id) where new_rows.plano <> old_rows.plano);
  perform announce_own_pages(array_agg(new_rows.id)) from new_rows join old_rows using (id)
    where new_rows."recebePerguntas" <> old_rows."recebePerguntas";
  return null;
end $$;

create or replace trigger users_updated after update on users
referencing old table as old_rows new table as new_rows for each statement execute function announce_plans();

create or replace function announce_answers() returns trigger
language plpgsql as $$
begin
  perform announce_own_pages(array_agg(distinct new_rows.uid)) from new_rows join old_rows using (id)
    where new_rows."answeredAt" is distinct from old_rows."answeredAt";
  return null;
end $$;

create or replace trigger questions_updated after update on questions
referencing old table as old_rows new table as new_rows for each statement execute function announce_answers();

-- An ad's own page shows its testimonials. Invitations show nowhere.
create or replace function announce_testimonials() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform pg_notify('anuncios_mudaram', id::text) from
      (select distinct "postId" as id from new_rows where "publishedAt" is not null) as changed;
  elsif tg_op = 'DELETE' then
    perform pg_notify('anuncios_mudaram', id::text) from
      (select distinct "postId" as id from old_rows where "publishedAt" is not null) as changed;
  else
    perform pg_notify('anuncios_mudaram', id::text) from
      (select distinct n."postId" as id from old_rows as o join new_rows as n using (id)
        where (o."publishedAt", o."hiddenAt", o.resposta)
          is distinct from (n."publishedAt", n."hiddenAt", n.resposta)) as changed;
  end if;
  return null;
end $$;

create or replace trigger testimonials_inserted after insert on testimonials
referencing new table as new_rows for each statement execute function announce_testimonials();

create or replace trigger testimonials_updated after update on testimonials
referencing old table as old_rows new table as new_rows for each statement execute function announce_testimonials();

create or replace trigger testimonials_deleted after delete on testimonials
referencing old table as old_rows for each statement execute function announce_testimonials();
