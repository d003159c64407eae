-- Visitors also read whether an ad's feeds are connected, and since when one of them can't be read.
-- Hourly readings change neither.
CREATE OR REPLACE FUNCTION "announce_feeds"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts
			WHERE id IN (SELECT "postId" FROM old_rows);
	ELSIF TG_OP = 'INSERT' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts
			WHERE id IN (SELECT "postId" FROM new_rows);
	ELSE
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts
			WHERE id IN (SELECT new_rows."postId" FROM new_rows JOIN old_rows USING (id)
				WHERE new_rows.nights <> old_rows.nights
					OR new_rows."goodAt" > coalesce(old_rows."goodAt", old_rows."createdAt") + interval '1 day'
					OR new_rows."goodAt" < coalesce(old_rows."goodAt", old_rows."createdAt"));
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "feeds_inserted" AFTER INSERT ON "feeds" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_feeds"();
