CREATE TABLE "vitals" (
	"day" date NOT NULL,
	"route" text NOT NULL,
	"metric" text NOT NULL,
	"bucket" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "vitals_day_route_metric_bucket_pk" PRIMARY KEY("day","route","metric","bucket")
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "datesUpdatedAt" timestamp with time zone;