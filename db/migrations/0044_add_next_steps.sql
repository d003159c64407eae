ALTER TABLE "deleted_posts" ADD COLUMN "uid" uuid;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "sharedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "stepsClosedAt" timestamp with time zone;