-- The audit log only grows. The retention purge alone deletes from it, and says so for its transaction:
-- set_config('mar_de_minas.purge_audit_log', 'on', true).
CREATE FUNCTION "keep_audit_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('mar_de_minas.purge_audit_log', true) = 'on' THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'audit_log is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_kept" BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "keep_audit_log"();
--> statement-breakpoint
CREATE TRIGGER "audit_log_not_truncated" BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "keep_audit_log"();
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "ownerPausedAt" timestamp with time zone;
