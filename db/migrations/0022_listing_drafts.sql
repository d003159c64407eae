CREATE TABLE "listing_drafts" (
	"uid" uuid PRIMARY KEY NOT NULL,
	"draft" uuid NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"photos" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"typedAt" timestamp with time zone NOT NULL,
	"savedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_drafts_fields" CHECK (octet_length("listing_drafts"."fields"::text) <= 400000),
	CONSTRAINT "listing_drafts_photos" CHECK (jsonb_array_length("listing_drafts"."photos") <= 10),
	CONSTRAINT "listing_drafts_names" CHECK (octet_length("listing_drafts"."photos"::text) <= 20000)
);
--> statement-breakpoint
ALTER TABLE "listing_drafts" ADD CONSTRAINT "listing_drafts_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_drafts_saved" ON "listing_drafts" USING btree ("savedAt");