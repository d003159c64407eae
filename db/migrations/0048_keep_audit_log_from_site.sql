-- How long entries are kept. The owner writes AUDIT_RETENTION_DAYS here at each start; the site's role, which
-- can't, purges nothing younger.
CREATE FUNCTION "audit_retention_days"() RETURNS integer
LANGUAGE sql IMMUTABLE AS 'select 30';
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_recent_audit_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."at" > clock_timestamp() - audit_retention_days() * interval '1 day' THEN
		RAISE EXCEPTION 'audit_log is append-only: DELETE of a recent entry refused' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "purge_audit_log"("days" integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	purged integer;
BEGIN
	PERFORM set_config('mar_de_minas.purge_audit_log', 'on', true);
	DELETE FROM "audit_log" WHERE "at" < now() - greatest(days, audit_retention_days()) * interval '1 day';
	GET DIAGNOSTICS purged = ROW_COUNT;
	PERFORM set_config('mar_de_minas.purge_audit_log', 'off', true);
	RETURN purged;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "note_audited_accounts"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	NEW."accountId" := coalesce(NEW."accountId", audited_account(NEW."subjectId"));
	NEW."actorId" := coalesce(NEW."actorId", (SELECT "id" FROM "users" WHERE "email" = NEW."actor"));
	-- A restored backup, which the owner writes, has times of its own.
	IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER') THEN
		NEW."at" := clock_timestamp();
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
-- Uploads end within a day; their networks are stored as keyed hashes from now on.
UPDATE "uploads" SET "network" = NULL WHERE "network" ~ '[.:]';
