CREATE TABLE "alert_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"postId" uuid NOT NULL,
	"published" boolean DEFAULT false NOT NULL,
	"freed" datemultirange DEFAULT '{}' NOT NULL,
	"before" jsonb
);
--> statement-breakpoint
CREATE TABLE "alert_hits" (
	"alertId" uuid NOT NULL,
	"postId" uuid NOT NULL,
	CONSTRAINT "alert_hits_alertId_postId_pk" PRIMARY KEY("alertId","postId")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"postId" uuid,
	"localizacao" text,
	"entrada" date,
	"saida" date,
	"pessoas" integer,
	"quartos" integer,
	"wishes" text[] DEFAULT '{}' NOT NULL,
	"q" integer,
	"total" integer,
	"semPreco" boolean DEFAULT false NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmedAt" timestamp with time zone,
	"endsOn" date NOT NULL,
	"toldOn" date,
	"farewellFor" date,
	CONSTRAINT "alerts_email_length" CHECK (char_length("alerts"."email") <= 254),
	CONSTRAINT "alerts_localizacao" CHECK (char_length("alerts"."localizacao") <= 60),
	CONSTRAINT "alerts_stay" CHECK (("alerts"."entrada" is null) = ("alerts"."saida" is null)),
	CONSTRAINT "alerts_stay_order" CHECK ("alerts"."saida" > "alerts"."entrada"),
	CONSTRAINT "alerts_wishes" CHECK (cardinality("alerts"."wishes") <= 40),
	CONSTRAINT "alerts_wish_names" CHECK (char_length(array_to_string("alerts"."wishes", ',')) <= 1000),
	CONSTRAINT "alerts_pessoas" CHECK ("alerts"."pessoas" between 1 and 999),
	CONSTRAINT "alerts_quartos" CHECK ("alerts"."quartos" between 1 and 999),
	CONSTRAINT "alerts_q" CHECK ("alerts"."q" between 0 and 99999),
	CONSTRAINT "alerts_total" CHECK ("alerts"."total" between 0 and 9999999)
);
--> statement-breakpoint
CREATE INDEX "alert_events_listing" ON "alert_events" USING btree ("postId");--> statement-breakpoint
CREATE INDEX "alerts_email" ON "alerts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "alerts_location" ON "alerts" USING btree ("localizacao") WHERE "alerts"."confirmedAt" is not null;--> statement-breakpoint
CREATE INDEX "alerts_end" ON "alerts" USING btree ("endsOn");--> statement-breakpoint
CREATE INDEX "outbox_about" ON "outbox" USING btree (("content"->>'about')) WHERE "outbox"."content"->>'about' is not null;
