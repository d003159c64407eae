-- A listing's page also shows the advertiser's other listings, so a change of one drops them all. The
-- others have not changed themselves, so they are not entered in listing_changes.
CREATE FUNCTION "announce_owners"("uids" uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM posts WHERE uid = ANY(uids)) > 100 THEN
		PERFORM pg_notify('anuncios_mudaram', '*');
	ELSE
		PERFORM pg_notify('anuncios_mudaram', id || ' ' || localizacao) FROM posts WHERE uid = ANY(uids);
	END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "announce_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM new_rows;
		PERFORM announce_owners(array_agg(DISTINCT uid)) FROM new_rows;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM old_rows;
		PERFORM announce_owners(array_agg(DISTINCT uid)) FROM old_rows;
	ELSE
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM
			(SELECT id, localizacao FROM old_rows UNION SELECT id, localizacao FROM new_rows) AS changed;
		PERFORM announce_owners(array_agg(DISTINCT uid)) FROM
			(SELECT uid FROM old_rows UNION SELECT uid FROM new_rows) AS changed;
	END IF;
	RETURN NULL;
END $$;
