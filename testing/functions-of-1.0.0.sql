-- Functions and triggers as version 1.0.0 left them in its databases, written by PostgreSQL. History: nothing here changes.

CREATE OR REPLACE FUNCTION public.announce_answers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM announce_own_pages(array_agg(DISTINCT new_rows.uid)) FROM new_rows JOIN old_rows USING (id)
		WHERE new_rows."answeredAt" IS DISTINCT FROM old_rows."answeredAt";
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.announce_feeds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.announce_listings(ids uuid[], places text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO listing_changes (id) SELECT DISTINCT unnest(ids) ORDER BY 1
		ON CONFLICT (id) DO UPDATE SET at = pg_current_xact_id();
	IF cardinality(ids) > 100 THEN
		PERFORM pg_notify('anuncios_mudaram', '*');
	ELSE
		PERFORM pg_notify('anuncios_mudaram', id || ' ' || place) FROM unnest(ids, places) AS changed(id, place);
	END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.announce_own_pages(uids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF (SELECT count(*) FROM posts WHERE uid = ANY(uids)) > 100 THEN
		PERFORM pg_notify('anuncios_mudaram', '*');
	ELSE
		PERFORM pg_notify('anuncios_mudaram', id::text) FROM posts WHERE uid = ANY(uids);
	END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.announce_owners(uids uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF (SELECT count(*) FROM posts WHERE uid = ANY(uids)) > 100 THEN
		PERFORM pg_notify('anuncios_mudaram', '*');
	ELSE
		PERFORM pg_notify('anuncios_mudaram', id || ' ' || localizacao) FROM posts WHERE uid = ANY(uids);
	END IF;
END $function$;

CREATE OR REPLACE FUNCTION public.announce_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.announce_plans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM announce_listings(array_agg(id), array_agg(localizacao)) FROM posts WHERE uid IN
		(SELECT new_rows.id FROM new_rows JOIN old_rows USING (id) WHERE new_rows.plano <> old_rows.plano);
	PERFORM announce_own_pages(array_agg(new_rows.id)) FROM new_rows JOIN old_rows USING (id)
		WHERE new_rows."recebePerguntas" <> old_rows."recebePerguntas";
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.announce_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.announce_testimonials()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM pg_notify('anuncios_mudaram', id::text) FROM
			(SELECT DISTINCT "postId" AS id FROM new_rows WHERE "publishedAt" IS NOT NULL) AS changed;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM pg_notify('anuncios_mudaram', id::text) FROM
			(SELECT DISTINCT "postId" AS id FROM old_rows WHERE "publishedAt" IS NOT NULL) AS changed;
	ELSE
		PERFORM pg_notify('anuncios_mudaram', id::text) FROM
			(SELECT DISTINCT n."postId" AS id FROM old_rows AS o JOIN new_rows AS n USING (id)
				WHERE (o."publishedAt", o."hiddenAt", o.resposta)
					IS DISTINCT FROM (n."publishedAt", n."hiddenAt", n.resposta)) AS changed;
	END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.deleted_listings_make_cards_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	WITH due AS (
		SELECT share_cards.id FROM share_cards WHERE "listCode" IN
			(SELECT "listCode" FROM list_items JOIN old_rows ON old_rows.id = list_items."postId")
		ORDER BY id FOR UPDATE
	)
	UPDATE share_cards SET changes = changes + 1, "retryAt" = NULL FROM due WHERE share_cards.id = due.id;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.deleted_posts_make_cards_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM listing_card_due(coalesce(NEW.id, OLD.id));
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.forget_in_audit_log(account uuid, address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
	UPDATE "audit_log" SET
		"subject" = '',
		"reason" = CASE WHEN position(address in lower("reason")) > 0 THEN '' ELSE "reason" END,
		"before" = "before" - 'notes',
		"after" = "after" - 'notes'
	WHERE "subjectId" = account;
	UPDATE "audit_log" SET "actor" = 'conta excluída' WHERE "actor" = address;
$function$;

CREATE OR REPLACE FUNCTION public.inserted_posts_make_cards_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO share_cards ("postId") SELECT id FROM new_rows
		ON CONFLICT ("postId") DO UPDATE SET changes = share_cards.changes + 1, "retryAt" = NULL;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.keep_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('mar_de_minas.purge_audit_log', true) = 'on' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE'
		AND (NEW."id", NEW."at", NEW."action") = (OLD."id", OLD."at", OLD."action")
		AND NEW."subjectId" IS NOT DISTINCT FROM OLD."subjectId"
		AND (NEW."actor" = OLD."actor" OR (NEW."actor" = 'conta excluída' AND NOT EXISTS (SELECT FROM "users" WHERE "email" = OLD."actor")))
		AND (
			(NEW."subject", NEW."reason") = (OLD."subject", OLD."reason")
			AND NEW."before" IS NOT DISTINCT FROM OLD."before"
			AND NEW."after" IS NOT DISTINCT FROM OLD."after"
			OR NEW."subject" IN (OLD."subject", '')
			AND NEW."reason" IN (OLD."reason", '')
			AND (NEW."before" IS NOT DISTINCT FROM OLD."before" OR NEW."before" = OLD."before" - 'notes')
			AND (NEW."after" IS NOT DISTINCT FROM OLD."after" OR NEW."after" = OLD."after" - 'notes')
			AND OLD."subjectId" IS NOT NULL
			AND NOT EXISTS (SELECT FROM "users" WHERE "id" = OLD."subjectId")
		) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit_log is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION public.keep_recent_audit_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF OLD."at" > clock_timestamp() - interval '30 days' THEN
		RAISE EXCEPTION 'audit_log is append-only: DELETE of a recent entry refused' USING ERRCODE = 'insufficient_privilege';
	END IF;
	RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION public.list_items_make_cards_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO share_cards ("listCode") VALUES (NEW."listCode")
			ON CONFLICT ("listCode") DO UPDATE SET changes = share_cards.changes + 1, "retryAt" = NULL;
	ELSE
		UPDATE share_cards SET changes = changes + 1, "retryAt" = NULL WHERE "listCode" = OLD."listCode";
	END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.listing_card_due(listing uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
	INSERT INTO share_cards ("postId") SELECT id FROM posts WHERE id = listing
		ON CONFLICT ("postId") DO UPDATE SET changes = share_cards.changes + 1, "retryAt" = NULL;
$function$;

CREATE OR REPLACE FUNCTION public.lists_make_cards_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	UPDATE share_cards SET changes = changes + 1, "retryAt" = NULL WHERE "listCode" = NEW.code;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_changed_prices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM note_prices(OLD.id);
	RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION public.note_changed_seasons()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.note_freed_by_feeds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION public.note_freed_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO alert_events ("postId", freed)
		SELECT "postId", range_agg(daterange(day, day + 1)) FROM old_rows
		WHERE day >= current_date - 1 GROUP BY "postId" ORDER BY "postId";
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_photo_to_compare()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO photo_comparisons ("photoId", "createdAt") VALUES (NEW.id, NEW."createdAt");
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.note_prices(listing uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
	INSERT INTO alert_events ("postId", before)
		SELECT id, jsonb_build_object('valorFds', "valorFds", 'valorDiaria', "valorDiaria",
			'minimoNoites', "minimoNoites", 'fdsInteiro', "fdsInteiro", 'seasons',
			(SELECT coalesce(jsonb_agg(to_jsonb(seasons)), '[]') FROM seasons WHERE seasons."postId" = posts.id))
		FROM posts WHERE id = listing
$function$;

CREATE OR REPLACE FUNCTION public.note_published_posts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	INSERT INTO alert_events ("postId", published) VALUES (NEW.id, true);
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.photos_make_cards_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM listing_card_due(OLD."postId");
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM listing_card_due(NEW."postId");
	END IF;
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.posts_make_cards_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
	PERFORM listing_card_due(NEW.id);
	RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION public.purge_audit_log(days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE
	purged integer;
BEGIN
	PERFORM set_config('mar_de_minas.purge_audit_log', 'on', true);
	DELETE FROM "audit_log" WHERE "at" < now() - days * interval '1 day';
	GET DIAGNOSTICS purged = ROW_COUNT;
	PERFORM set_config('mar_de_minas.purge_audit_log', 'off', true);
	RETURN purged;
END $function$;

CREATE TRIGGER audit_log_kept BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_not_truncated BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER audit_log_recent_kept BEFORE DELETE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION keep_recent_audit_log();
CREATE TRIGGER deleted_posts_card AFTER INSERT OR DELETE ON public.deleted_posts FOR EACH ROW EXECUTE FUNCTION deleted_posts_make_cards_due();
CREATE TRIGGER feeds_deleted AFTER DELETE ON public.feeds REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_feeds();
CREATE TRIGGER feeds_deleted_alerts AFTER DELETE ON public.feeds FOR EACH ROW EXECUTE FUNCTION note_freed_by_feeds();
CREATE TRIGGER feeds_inserted AFTER INSERT ON public.feeds REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_feeds();
CREATE TRIGGER feeds_updated AFTER UPDATE ON public.feeds REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_feeds();
CREATE TRIGGER feeds_updated_alerts AFTER UPDATE OF nights ON public.feeds FOR EACH ROW WHEN ((old.nights IS DISTINCT FROM new.nights)) EXECUTE FUNCTION note_freed_by_feeds();
CREATE TRIGGER list_items_card AFTER INSERT OR DELETE OR UPDATE OF "removedAt" ON public.list_items FOR EACH ROW EXECUTE FUNCTION list_items_make_cards_due();
CREATE TRIGGER lists_updated_card AFTER UPDATE ON public.lists FOR EACH ROW WHEN (((((old.nome IS DISTINCT FROM new.nome) OR (old.entrada IS DISTINCT FROM new.entrada)) OR (old.saida IS DISTINCT FROM new.saida)) OR (old.pessoas IS DISTINCT FROM new.pessoas))) EXECUTE FUNCTION lists_make_cards_due();
CREATE TRIGGER photos_deleted AFTER DELETE ON public.photos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER photos_deleted_card AFTER DELETE ON public.photos FOR EACH ROW WHEN ((old."position" = 0)) EXECUTE FUNCTION photos_make_cards_due();
CREATE TRIGGER photos_inserted AFTER INSERT ON public.photos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER photos_inserted_card AFTER INSERT ON public.photos FOR EACH ROW WHEN ((new."position" = 0)) EXECUTE FUNCTION photos_make_cards_due();
CREATE TRIGGER photos_inserted_comparison AFTER INSERT ON public.photos FOR EACH ROW WHEN ((NOT new.illustration)) EXECUTE FUNCTION note_photo_to_compare();
CREATE TRIGGER photos_updated AFTER UPDATE ON public.photos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER photos_updated_card AFTER UPDATE ON public.photos FOR EACH ROW WHEN ((((old."position" = 0) OR (new."position" = 0)) AND (((old."postId" IS DISTINCT FROM new."postId") OR (old."position" IS DISTINCT FROM new."position")) OR (old.key IS DISTINCT FROM new.key)))) EXECUTE FUNCTION photos_make_cards_due();
CREATE TRIGGER posts_deleted AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER posts_deleted_cards AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION deleted_listings_make_cards_due();
CREATE TRIGGER posts_inserted AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER posts_inserted_alerts AFTER INSERT ON public.posts FOR EACH ROW WHEN ((new."pausedAt" IS NULL)) EXECUTE FUNCTION note_published_posts();
CREATE TRIGGER posts_inserted_card AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION inserted_posts_make_cards_due();
CREATE TRIGGER posts_prices_alerts BEFORE UPDATE OF "valorFds", "valorDiaria", "minimoNoites", "fdsInteiro" ON public.posts FOR EACH ROW WHEN (((old."valorFds" IS DISTINCT FROM new."valorFds") OR (old."valorDiaria" IS DISTINCT FROM new."valorDiaria") OR (old."minimoNoites" IS DISTINCT FROM new."minimoNoites") OR (old."fdsInteiro" IS DISTINCT FROM new."fdsInteiro"))) EXECUTE FUNCTION note_changed_prices();
CREATE TRIGGER posts_shown_alerts AFTER UPDATE OF "pausedAt" ON public.posts FOR EACH ROW WHEN (((old."pausedAt" IS NOT NULL) AND (new."pausedAt" IS NULL))) EXECUTE FUNCTION note_published_posts();
CREATE TRIGGER posts_updated AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_posts();
CREATE TRIGGER posts_updated_card AFTER UPDATE ON public.posts FOR EACH ROW WHEN (((((((old.title IS DISTINCT FROM new.title) OR (old.localizacao IS DISTINCT FROM new.localizacao)) OR (old."quantidadeMaximaPessoas" IS DISTINCT FROM new."quantidadeMaximaPessoas")) OR (old."valorFds" IS DISTINCT FROM new."valorFds")) OR (old."valorDiaria" IS DISTINCT FROM new."valorDiaria")) OR (old."pausedAt" IS DISTINCT FROM new."pausedAt"))) EXECUTE FUNCTION posts_make_cards_due();
CREATE TRIGGER questions_updated AFTER UPDATE ON public.questions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_answers();
CREATE TRIGGER seasons_changed_alerts BEFORE INSERT OR DELETE OR UPDATE ON public.seasons FOR EACH ROW EXECUTE FUNCTION note_changed_seasons();
CREATE TRIGGER seasons_deleted AFTER DELETE ON public.seasons REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER seasons_inserted AFTER INSERT ON public.seasons REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER seasons_updated AFTER UPDATE ON public.seasons REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER testimonials_deleted AFTER DELETE ON public.testimonials REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_testimonials();
CREATE TRIGGER testimonials_inserted AFTER INSERT ON public.testimonials REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_testimonials();
CREATE TRIGGER testimonials_updated AFTER UPDATE ON public.testimonials REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_testimonials();
CREATE TRIGGER unavailable_days_deleted AFTER DELETE ON public.unavailable_days REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER unavailable_days_deleted_alerts AFTER DELETE ON public.unavailable_days REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_freed_days();
CREATE TRIGGER unavailable_days_inserted AFTER INSERT ON public.unavailable_days REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_parts();
CREATE TRIGGER users_updated AFTER UPDATE ON public.users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION announce_plans();

REVOKE EXECUTE ON FUNCTION purge_audit_log(integer), forget_in_audit_log(uuid, text) FROM PUBLIC;
