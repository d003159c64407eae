CREATE TABLE "double_bookings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid NOT NULL,
	"oneId" uuid,
	"otherId" uuid NOT NULL,
	"de" date NOT NULL,
	"ate" date NOT NULL,
	"dismissedAt" timestamp with time zone,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "double_bookings_order" CHECK ("double_bookings"."ate" > "double_bookings"."de")
);
--> statement-breakpoint
CREATE TABLE "stay_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid NOT NULL,
	"de" date NOT NULL,
	"ate" date NOT NULL,
	"hospede" text DEFAULT '' NOT NULL,
	"sinal" text DEFAULT '' NOT NULL,
	"anotacao" text DEFAULT '' NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stay_notes_order" CHECK ("stay_notes"."ate" > "stay_notes"."de"),
	CONSTRAINT "stay_notes_years" CHECK ("stay_notes"."de" >= '2000-01-01' and "stay_notes"."ate" <= '2099-12-31'),
	CONSTRAINT "stay_notes_hospede" CHECK (char_length("stay_notes"."hospede") <= 80),
	CONSTRAINT "stay_notes_sinal" CHECK (char_length("stay_notes"."sinal") <= 60),
	CONSTRAINT "stay_notes_anotacao" CHECK (char_length("stay_notes"."anotacao") <= 500)
);
--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "stays" daterange[];--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "freed" daterange[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "takenCount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "feeds" ADD COLUMN "freedCount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "double_bookings" ADD CONSTRAINT "double_bookings_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "double_bookings" ADD CONSTRAINT "double_bookings_oneId_feeds_id_fk" FOREIGN KEY ("oneId") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "double_bookings" ADD CONSTRAINT "double_bookings_otherId_feeds_id_fk" FOREIGN KEY ("otherId") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stay_notes" ADD CONSTRAINT "stay_notes_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "double_bookings_listing" ON "double_bookings" USING btree ("postId");--> statement-breakpoint
CREATE INDEX "stay_notes_listing" ON "stay_notes" USING btree ("postId");