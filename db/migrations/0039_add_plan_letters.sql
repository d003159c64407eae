ALTER TABLE "users" ADD COLUMN "endedPlan" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "endLetter" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "endLetterFor" date;