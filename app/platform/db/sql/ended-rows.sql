-- Notes the hash of what ended, so that restoring an older backup ends it again (docs/decisions/040): the column
-- that the trigger names identifies it. The time is the last one's, since who was in the staff may join again, and
-- leave again.
create or replace function note_ended_row() returns trigger
language plpgsql as $$
begin
  insert into ended_rows (kind, hash, at) values (
    tg_table_name,
    encode(sha256(convert_to(to_jsonb(old) ->> tg_argv[0], 'UTF8')), 'hex'),
    clock_timestamp()
  ) on conflict (kind, hash) do update set at = excluded.at;
  return null;
end $$;

create or replace trigger users_note_ended after delete on users for each row
execute function note_ended_row('id');

create or replace trigger staff_note_ended after delete on staff for each row
execute function note_ended_row('userId');

create or replace trigger passkeys_note_ended after delete on passkeys for each row
execute function note_ended_row('credentialId');

create or replace trigger authenticators_note_ended after delete on authenticators for each row
execute function note_ended_row('secret');

create or replace trigger recovery_codes_note_ended after delete on recovery_codes for each row
execute function note_ended_row('codeHash');

create or replace trigger alerts_note_ended after delete on alerts for each row
execute function note_ended_row('id');

create or replace trigger questions_note_ended after delete on questions for each row
execute function note_ended_row('id');

create or replace trigger testimonials_note_ended after delete on testimonials for each row
execute function note_ended_row('id');

create or replace trigger outbox_note_sent after update of state on outbox for each row
when (new.state = 'sent' and old.state <> 'sent') execute function note_ended_row('id');

create or replace trigger outbox_note_ended after delete on outbox for each row
when (old.state <> 'sent') execute function note_ended_row('id');
