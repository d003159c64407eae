-- Notifies all sites of every commit that changes a listing's public data, so that they drop its cached
-- pages (docs/decisions/014). The payload has one line per listing, with its id and location.
CREATE FUNCTION "announce_listings"("ids" uuid[], "places" text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	IF cardinality(ids) > 100 THEN
		PERFORM pg_notify('anuncios_mudaram', '*');
	ELSE
		PERFORM pg_notify('anuncios_mudaram', id || ' ' || place) FROM unnest(ids, places) AS changed(id, place);
	END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION "announce_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM new_rows;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM old_rows;
	ELSE
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM
			(SELECT id, localizacao FROM old_rows UNION SELECT id, localizacao FROM new_rows) AS changed;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "announce_parts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts
			WHERE id IN (SELECT "postId" FROM new_rows);
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts
			WHERE id IN (SELECT "postId" FROM old_rows);
	ELSE
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts
			WHERE id IN (SELECT "postId" FROM old_rows UNION SELECT "postId" FROM new_rows);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "announce_plans"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts WHERE uid IN
		(SELECT new_rows.id FROM new_rows JOIN old_rows USING (id) WHERE new_rows.plano <> old_rows.plano);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "posts_inserted" AFTER INSERT ON "posts" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_posts"();
--> statement-breakpoint
CREATE TRIGGER "posts_updated" AFTER UPDATE ON "posts" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_posts"();
--> statement-breakpoint
CREATE TRIGGER "posts_deleted" AFTER DELETE ON "posts" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_posts"();
--> statement-breakpoint
CREATE TRIGGER "photos_inserted" AFTER INSERT ON "photos" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_parts"();
--> statement-breakpoint
CREATE TRIGGER "photos_updated" AFTER UPDATE ON "photos" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_parts"();
--> statement-breakpoint
CREATE TRIGGER "photos_deleted" AFTER DELETE ON "photos" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_parts"();
--> statement-breakpoint
CREATE TRIGGER "unavailable_days_inserted" AFTER INSERT ON "unavailable_days" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_parts"();
--> statement-breakpoint
CREATE TRIGGER "unavailable_days_deleted" AFTER DELETE ON "unavailable_days" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_parts"();
--> statement-breakpoint
CREATE TRIGGER "users_updated" AFTER UPDATE ON "users" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "announce_plans"();
