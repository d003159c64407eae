-- Only the previous version needs these, after a failed deployment is undone: it draws share_cards, compares
-- photos by photo_hashes, and makes the audit log forget an account by its address. The next version drops them
-- with their tables.

create or replace function forget_in_audit_log(account uuid, address text) returns void
language sql security definer set search_path = public, pg_temp as $$
  select forget_deleted_accounts();
$$;

revoke execute on function forget_in_audit_log(uuid, text) from public;

create or replace function note_photo_to_compare() returns trigger
language plpgsql as $$
begin
  insert into photo_comparisons ("photoId", "createdAt") values (new.id, new."createdAt");
  return null;
end $$;

create or replace trigger photos_inserted_comparison after insert on photos for each row
when (not new.illustration) execute function note_photo_to_compare();

-- Whatever a card shows makes it due when it changes: title, place, people, prices, cover, and whether visitors
-- see the listing at all.
create or replace function listing_card_due(listing uuid) returns void
language sql as $$
  insert into share_cards ("postId") select id from posts where id = listing
    on conflict ("postId") do update set changes = share_cards.changes + 1, "retryAt" = null;
$$;

-- By statement: a trigger per row would take minutes for a hundred thousand.
create or replace function inserted_posts_make_cards_due() returns trigger
language plpgsql as $$
begin
  insert into share_cards ("postId") select id from new_rows
    on conflict ("postId") do update set changes = share_cards.changes + 1, "retryAt" = null;
  return null;
end $$;

create or replace trigger posts_inserted_card after insert on posts
referencing new table as new_rows for each statement execute function inserted_posts_make_cards_due();

create or replace function posts_make_cards_due() returns trigger
language plpgsql as $$
begin
  perform listing_card_due(new.id);
  return null;
end $$;

create or replace trigger posts_updated_card after update on posts for each row
when ((old.title, old.localizacao, old."quantidadeMaximaPessoas", old."valorFds", old."valorDiaria", old."pausedAt")
  is distinct from (new.title, new.localizacao, new."quantidadeMaximaPessoas", new."valorFds", new."valorDiaria", new."pausedAt"))
execute function posts_make_cards_due();

-- Locked in order, because other deletions may make the same lists' cards due.
create or replace function deleted_listings_make_cards_due() returns trigger
language plpgsql as $$
begin
  with due as (
    select share_cards.id from share_cards where "listCode" in
      (select "listCode" from list_items join old_rows on old_rows.id = list_items."postId")
    order by id for update
  )
  update share_cards set changes = changes + 1, "retryAt" = null from due where share_cards.id = due.id;
  return null;
end $$;

create or replace trigger posts_deleted_cards after delete on posts
referencing old table as old_rows for each statement execute function deleted_listings_make_cards_due();

create or replace function deleted_posts_make_cards_due() returns trigger
language plpgsql as $$
begin
  perform listing_card_due(coalesce(new.id, old.id));
  return null;
end $$;

create or replace trigger deleted_posts_card after insert or delete on deleted_posts for each row
execute function deleted_posts_make_cards_due();

create or replace function photos_make_cards_due() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform listing_card_due(old."postId");
  end if;
  if tg_op <> 'DELETE' then
    perform listing_card_due(new."postId");
  end if;
  return null;
end $$;

create or replace trigger photos_inserted_card after insert on photos for each row
when (new.position = 0) execute function photos_make_cards_due();

create or replace trigger photos_updated_card after update on photos for each row
when ((old.position = 0 or new.position = 0)
  and (old."postId", old.position, old.key) is distinct from (new."postId", new.position, new.key))
execute function photos_make_cards_due();

create or replace trigger photos_deleted_card after delete on photos for each row
when (old.position = 0) execute function photos_make_cards_due();

create or replace function list_items_make_cards_due() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into share_cards ("listCode") values (new."listCode")
      on conflict ("listCode") do update set changes = share_cards.changes + 1, "retryAt" = null;
  else
    update share_cards set changes = changes + 1, "retryAt" = null where "listCode" = old."listCode";
  end if;
  return null;
end $$;

create or replace trigger list_items_card after insert or delete or update of "removedAt" on list_items for each row
execute function list_items_make_cards_due();

create or replace function lists_make_cards_due() returns trigger
language plpgsql as $$
begin
  update share_cards set changes = changes + 1, "retryAt" = null where "listCode" = new.code;
  return null;
end $$;

create or replace trigger lists_updated_card after update on lists for each row
when ((old.nome, old.entrada, old.saida, old.pessoas) is distinct from (new.nome, new.entrada, new.saida, new.pessoas))
execute function lists_make_cards_due();
