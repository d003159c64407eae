-- Notes in alert_events what may concern somebody who waits (docs/decisions/049). Published and freed are
-- hints: matching looks at the listing again.

create or replace function note_published_posts() returns trigger
language plpgsql as $$
begin
  insert into alert_events ("postId", published) values (new.id, true);
  return null;
end $$;

create or replace trigger posts_inserted_alerts after insert on posts for each row
when (new."pausedAt" is null) execute function note_published_posts();

create or replace trigger posts_shown_alerts after update of "pausedAt" on posts for each row
when (old."pausedAt" is not null and new."pausedAt" is null) execute function note_published_posts();

create or replace function note_freed_days() returns trigger
language plpgsql as $$
begin
  insert into alert_events ("postId", freed)
    select "postId", range_agg(daterange(day, day + 1)) from old_rows
    where day >= current_date - 1 group by "postId" order by "postId";
  return null;
end $$;

create or replace trigger unavailable_days_deleted_alerts after delete on unavailable_days
referencing old table as old_rows for each statement execute function note_freed_days();

create or replace function note_freed_by_feeds() returns trigger
language plpgsql as $$
declare
  freed datemultirange := old.nights * datemultirange(daterange(current_date - 1, null));
begin
  if tg_op = 'UPDATE' then
    freed := freed - new.nights;
  end if;
  if not isempty(freed) then
    insert into alert_events ("postId", freed) values (old."postId", freed);
  end if;
  return null;
end $$;

create or replace trigger feeds_updated_alerts after update of nights on feeds for each row
when (old.nights is distinct from new.nights) execute function note_freed_by_feeds();

create or replace trigger feeds_deleted_alerts after delete on feeds for each row
execute function note_freed_by_feeds();

-- Called before the change, so that it sees the prices as they were. An alert for a lower price compares
-- estimates, which the ad's rules decide, too.
create or replace function note_prices(listing uuid) returns void
language sql as $$
  insert into alert_events ("postId", before)
    select id, jsonb_build_object('valorFds', "valorFds", 'valorDiaria', "valorDiaria",
      'minimoNoites', "minimoNoites", 'fdsInteiro', "fdsInteiro", 'seasons',
      (select coalesce(jsonb_agg(to_jsonb(seasons)), '[]') from seasons where seasons."postId" = posts.id))
    from posts where id = listing
$$;

create or replace function note_changed_prices() returns trigger
language plpgsql as $$
begin
  perform note_prices(old.id);
  return new;
end $$;

create or replace trigger posts_prices_alerts
before update of "valorFds", "valorDiaria", "minimoNoites", "fdsInteiro" on posts for each row
when (old."valorFds" is distinct from new."valorFds" or old."valorDiaria" is distinct from new."valorDiaria"
  or old."minimoNoites" is distinct from new."minimoNoites" or old."fdsInteiro" is distinct from new."fdsInteiro")
execute function note_changed_prices();

create or replace function note_changed_seasons() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_prices(new."postId");
    return new;
  end if;
  perform note_prices(old."postId");
  if tg_op = 'DELETE' then
    return old;
  end if;
  return new;
end $$;

create or replace trigger seasons_changed_alerts before insert or update or delete on seasons for each row
execute function note_changed_seasons();
