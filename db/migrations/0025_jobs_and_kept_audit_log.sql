CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"succeededAt" timestamp with time zone,
	"failedAt" timestamp with time zone,
	"error" text DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_runs_job" CHECK (char_length("job_runs"."job") <= 60),
	CONSTRAINT "job_runs_error" CHECK (char_length("job_runs"."error") <= 500)
);
--> statement-breakpoint
-- Not even a purge deletes recent entries: AUDIT_RETENTION_DAYS is at least 30.
CREATE FUNCTION "keep_recent_audit_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	IF OLD."at" > clock_timestamp() - interval '30 days' THEN
		RAISE EXCEPTION 'audit_log is append-only: DELETE of a recent entry refused' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_recent_kept" BEFORE DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "keep_recent_audit_log"();
