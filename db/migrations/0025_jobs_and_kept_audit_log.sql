CREATE TABLE "job_runs" (
	"job" text PRIMARY KEY NOT NULL,
	"succeededAt" timestamp with time zone,
	"failedAt" timestamp with time zone,
	"error" text DEFAULT '' NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_runs_job" CHECK (char_length("job_runs"."job") <= 60),
	CONSTRAINT "job_runs_error" CHECK (char_length("job_runs"."error") <= 500)
);
