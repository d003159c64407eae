CREATE TABLE "database_mark" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"count" bigint DEFAULT 1 NOT NULL,
	CONSTRAINT "database_mark_single" CHECK ("database_mark"."single")
);
