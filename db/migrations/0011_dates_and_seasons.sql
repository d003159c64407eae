CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid NOT NULL,
	"nome" text NOT NULL,
	"endereco" text NOT NULL,
	"nights" datemultirange DEFAULT '{}' NOT NULL,
	"eventCount" integer DEFAULT 0 NOT NULL,
	"freeCount" integer DEFAULT 0 NOT NULL,
	"unreadableCount" integer DEFAULT 0 NOT NULL,
	"etag" text,
	"lastModified" text,
	"copiedAt" timestamp with time zone,
	"goodAt" timestamp with time zone,
	"attemptedAt" timestamp with time zone,
	"nightsChangedAt" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failingSince" timestamp with time zone,
	"problem" text,
	"emptySince" timestamp with time zone,
	"emptyReadings" integer DEFAULT 0 NOT NULL,
	"nextReadingAt" timestamp with time zone DEFAULT now() NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "feeds_nome" CHECK (char_length("feeds"."nome") <= 60),
	CONSTRAINT "feeds_endereco" CHECK (char_length("feeds"."endereco") <= 2000),
	CONSTRAINT "feeds_etag" CHECK (char_length("feeds"."etag") <= 1000),
	CONSTRAINT "feeds_last_modified" CHECK (char_length("feeds"."lastModified") <= 100),
	CONSTRAINT "feeds_problem" CHECK (char_length("feeds"."problem") <= 60)
);
--> statement-breakpoint
CREATE TABLE "listing_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seasons" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid NOT NULL,
	"temporada" text NOT NULL,
	"de" date NOT NULL,
	"ate" date NOT NULL,
	"valorFds" text,
	"valorDiaria" text,
	"minimoNoites" integer,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seasons_order" CHECK ("seasons"."ate" > "seasons"."de"),
	CONSTRAINT "seasons_years" CHECK ("seasons"."de" >= '2000-01-01' and "seasons"."ate" <= '2099-12-31'),
	CONSTRAINT "seasons_valor_fds" CHECK ("seasons"."valorFds" ~ '^[0-9]{1,7}([.][0-9]{2})?$'),
	CONSTRAINT "seasons_valor_diaria" CHECK ("seasons"."valorDiaria" ~ '^[0-9]{1,7}([.][0-9]{2})?$'),
	CONSTRAINT "seasons_minimo_noites" CHECK ("seasons"."minimoNoites" between 1 and 60),
	CONSTRAINT "seasons_temporada" CHECK (char_length("seasons"."temporada") <= 60)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "datesConfirmedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "datesRemindedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "datesRemindersOff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "calendarToken" text;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feeds_listing" ON "feeds" USING btree ("postId");--> statement-breakpoint
CREATE INDEX "feeds_due" ON "feeds" USING btree ("nextReadingAt");--> statement-breakpoint
CREATE INDEX "listing_changes_at" ON "listing_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "seasons_listing" ON "seasons" USING btree ("postId");--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_calendarToken_unique" UNIQUE("calendarToken");
