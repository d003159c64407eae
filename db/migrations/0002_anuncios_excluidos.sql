CREATE TABLE "deleted_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"localizacao" text NOT NULL,
	"deletedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "cover" boolean DEFAULT false NOT NULL;