-- Reminders and the address of the published calendar show on no page: changing them drops none.
CREATE OR REPLACE FUNCTION "announce_posts"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	unseen CONSTANT text[] := '{datesRemindedAt,datesRemindersOff,calendarToken}';
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM new_rows;
		PERFORM announce_owners(array_agg(DISTINCT uid)) FROM new_rows;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM old_rows;
		PERFORM announce_owners(array_agg(DISTINCT uid)) FROM old_rows;
	ELSE
		PERFORM announce_listings(array_agg(id), array_agg(place)) FROM
			(SELECT DISTINCT o.id, place FROM old_rows AS o JOIN new_rows AS n ON o.id = n.id,
				unnest(ARRAY[o.localizacao, n.localizacao]) AS place
				WHERE to_jsonb(o) - unseen <> to_jsonb(n) - unseen) AS changed;
		PERFORM announce_owners(array_agg(DISTINCT owner)) FROM
			old_rows AS o JOIN new_rows AS n ON o.id = n.id, unnest(ARRAY[o.uid, n.uid]) AS owner
			WHERE to_jsonb(o) - unseen <> to_jsonb(n) - unseen;
	END IF;
	RETURN NULL;
END $$;
