-- The audit log only grows. Only functions that run as the owner let a role that doesn't own the tables change it
-- (docs/decisions/002), and the triggers still have the last word. A temporary table must not stand in for one of
-- the site's: pg_temp is last in those functions' search_path.

-- Days for which entries are retained. The owner writes AUDIT_RETENTION_DAYS, which is at least 30, here at each start
-- (retainAuditLog); the site's role, which can't, purges nothing younger.
do $$
begin
  if to_regprocedure('audit_retention_days()') is null then
    create function audit_retention_days() returns integer language sql immutable as 'select 30';
  end if;
end $$;

create or replace function purge_audit_log(days integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  purged integer;
begin
  perform set_config('mar_de_minas.purge_audit_log', 'on', true);
  delete from audit_log where at < now() - greatest(days, audit_retention_days()) * interval '1 day';
  get diagnostics purged = row_count;
  perform set_config('mar_de_minas.purge_audit_log', 'off', true);
  return purged;
end $$;

-- The account that an entry is about: itself, or whose ad, question, testimonial or e-mail it is.
create or replace function audited_account(subject uuid) returns uuid
language sql stable as $$
  select coalesce(
    (select id from users where id = subject),
    (select uid from posts where id = subject),
    (select uid from deleted_posts where id = subject),
    (select uid from reports where "postId" = subject limit 1),
    (select uid from questions where id = subject),
    (select posts.uid from testimonials join posts on posts.id = "postId" where testimonials.id = subject),
    (select "userId" from outbox where id = subject)
  );
$$;

-- Here rather than in each command, so that none of them can forget it, and the previous version can't either.
create or replace function note_audited_accounts() returns trigger
language plpgsql as $$
begin
  new."accountId" := coalesce(new."accountId", audited_account(new."subjectId"));
  new."actorId" := coalesce(new."actorId", (select id from users where email = new.actor));
  -- A restored backup, which the owner writes, has times of its own.
  if not pg_has_role(current_user, (select relowner from pg_class where oid = tg_relid), 'member') then
    new.at := clock_timestamp();
  end if;
  return new;
end $$;

create or replace trigger audit_log_accounts before insert on audit_log for each row
execute function note_audited_accounts();

-- Once an account is deleted, its entries keep the action, the time and the id, and lose the rest.
create or replace function keep_audit_log() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('mar_de_minas.purge_audit_log', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE'
    and (new.id, new.at, new.action, new."subjectId") is not distinct from (old.id, old.at, old.action, old."subjectId")
    and (
      (new.actor, new."actorId") is not distinct from (old.actor, old."actorId")
      or new.actor = 'conta excluída' and new."actorId" is null
      and old."actorId" is not null and not exists (select from users where id = old."actorId")
    )
    and (
      (new."accountId", new.subject, new.reason, new.before, new.after)
      is not distinct from (old."accountId", old.subject, old.reason, old.before, old.after)
      or num_nonnulls(new."accountId", new.before, new.after) = 0 and new.subject = '' and new.reason = ''
      and old."accountId" is not null and not exists (select from users where id = old."accountId")
    ) then
    return new;
  end if;
  raise exception 'audit_log is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
end $$;

create or replace trigger audit_log_kept before update or delete on audit_log for each row
execute function keep_audit_log();

create or replace trigger audit_log_not_truncated before truncate on audit_log for each statement
execute function keep_audit_log();

-- Not even a purge deletes recent entries.
create or replace function keep_recent_audit_log() returns trigger
language plpgsql as $$
begin
  if old.at > clock_timestamp() - audit_retention_days() * interval '1 day' then
    raise exception 'audit_log is append-only: DELETE of a recent entry refused' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;

create or replace trigger audit_log_recent_kept before delete on audit_log for each row
execute function keep_recent_audit_log();

create or replace function forget_deleted_accounts() returns void
language sql security definer set search_path = public, pg_temp as $$
  update audit_log set "accountId" = null, subject = '', reason = '', before = null, after = null
  where "accountId" is not null and not exists (select from users where id = "accountId");
  update audit_log set actor = 'conta excluída', "actorId" = null
  where "actorId" is not null and not exists (select from users where id = "actorId");
$$;

revoke execute on function purge_audit_log(integer), forget_deleted_accounts() from public;
