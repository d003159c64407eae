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
--> statement-breakpoint
-- What may concern somebody who waits. Published and freed are hints: matching looks at the listing again.
CREATE FUNCTION "note_published_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO alert_events ("postId", published) VALUES (NEW.id, true);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "posts_inserted_alerts" AFTER INSERT ON "posts" FOR EACH ROW
	WHEN (NEW."pausedAt" IS NULL) EXECUTE FUNCTION "note_published_posts"();
--> statement-breakpoint
CREATE TRIGGER "posts_shown_alerts" AFTER UPDATE OF "pausedAt" ON "posts" FOR EACH ROW
	WHEN (OLD."pausedAt" IS NOT NULL AND NEW."pausedAt" IS NULL) EXECUTE FUNCTION "note_published_posts"();
--> statement-breakpoint
CREATE FUNCTION "note_freed_days"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO alert_events ("postId", freed)
		SELECT "postId", range_agg(daterange(day, day + 1)) FROM old_rows
		WHERE day >= current_date - 1 GROUP BY "postId" ORDER BY "postId";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "unavailable_days_deleted_alerts" AFTER DELETE ON "unavailable_days"
	REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "note_freed_days"();
--> statement-breakpoint
CREATE FUNCTION "note_freed_by_feeds"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	freed datemultirange := OLD.nights * datemultirange(daterange(current_date - 1, NULL));
BEGIN
	IF TG_OP = 'UPDATE' THEN
		freed := freed - NEW.nights;
	END IF;
	IF NOT isempty(freed) THEN
		INSERT INTO alert_events ("postId", freed) VALUES (OLD."postId", freed);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "feeds_updated_alerts" AFTER UPDATE OF "nights" ON "feeds" FOR EACH ROW
	WHEN (OLD.nights IS DISTINCT FROM NEW.nights) EXECUTE FUNCTION "note_freed_by_feeds"();
--> statement-breakpoint
CREATE TRIGGER "feeds_deleted_alerts" AFTER DELETE ON "feeds" FOR EACH ROW EXECUTE FUNCTION "note_freed_by_feeds"();
--> statement-breakpoint
-- Called before the change, so that it sees the prices as they were.
CREATE FUNCTION "note_prices"("listing" uuid) RETURNS void LANGUAGE sql AS $$
	INSERT INTO alert_events ("postId", before)
		SELECT id, jsonb_build_object('valorFds', "valorFds", 'valorDiaria', "valorDiaria", 'seasons',
			(SELECT coalesce(jsonb_agg(to_jsonb(seasons)), '[]') FROM seasons WHERE seasons."postId" = posts.id))
		FROM posts WHERE id = listing
$$;
--> statement-breakpoint
CREATE FUNCTION "note_changed_prices"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM note_prices(OLD.id);
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "posts_prices_alerts" BEFORE UPDATE OF "valorFds", "valorDiaria" ON "posts" FOR EACH ROW
	WHEN (OLD."valorFds" IS DISTINCT FROM NEW."valorFds" OR OLD."valorDiaria" IS DISTINCT FROM NEW."valorDiaria")
	EXECUTE FUNCTION "note_changed_prices"();
--> statement-breakpoint
CREATE FUNCTION "note_changed_seasons"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM note_prices(NEW."postId");
		RETURN NEW;
	END IF;
	PERFORM note_prices(OLD."postId");
	IF TG_OP = 'DELETE' THEN
		RETURN OLD;
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "seasons_changed_alerts" BEFORE INSERT OR UPDATE OR DELETE ON "seasons" FOR EACH ROW
	EXECUTE FUNCTION "note_changed_seasons"();
