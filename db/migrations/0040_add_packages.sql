ALTER TABLE "posts" ADD COLUMN "minimoNoites" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "fdsInteiro" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "pacote" text;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_minimo_noites" CHECK ("posts"."minimoNoites" between 0 and 60);--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_pacote" CHECK ("seasons"."pacote" ~ '^[0-9]{1,7}([.][0-9]{2})?$');--> statement-breakpoint
-- Generated up to here. An alert for a lower price compares estimates, which the ad's rules decide, too.
CREATE OR REPLACE FUNCTION "note_prices"("listing" uuid) RETURNS void LANGUAGE sql AS $$
	INSERT INTO alert_events ("postId", before)
		SELECT id, jsonb_build_object('valorFds', "valorFds", 'valorDiaria', "valorDiaria",
			'minimoNoites', "minimoNoites", 'fdsInteiro', "fdsInteiro", 'seasons',
			(SELECT coalesce(jsonb_agg(to_jsonb(seasons)), '[]') FROM seasons WHERE seasons."postId" = posts.id))
		FROM posts WHERE id = listing
$$;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "posts_prices_alerts" BEFORE UPDATE OF "valorFds", "valorDiaria", "minimoNoites", "fdsInteiro"
	ON "posts" FOR EACH ROW
	WHEN (OLD."valorFds" IS DISTINCT FROM NEW."valorFds" OR OLD."valorDiaria" IS DISTINCT FROM NEW."valorDiaria"
		OR OLD."minimoNoites" IS DISTINCT FROM NEW."minimoNoites" OR OLD."fdsInteiro" IS DISTINCT FROM NEW."fdsInteiro")
	EXECUTE FUNCTION "note_changed_prices"();
