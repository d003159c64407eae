CREATE TABLE "share_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid,
	"listCode" text,
	"changes" integer DEFAULT 1 NOT NULL,
	"drawn" integer DEFAULT 0 NOT NULL,
	"retryAt" timestamp with time zone,
	"contentHash" text,
	"key" text,
	"drawnAt" timestamp with time zone,
	CONSTRAINT "share_cards_postId_unique" UNIQUE("postId"),
	CONSTRAINT "share_cards_listCode_unique" UNIQUE("listCode"),
	CONSTRAINT "share_cards_subject" CHECK (num_nonnulls("share_cards"."postId", "share_cards"."listCode") = 1),
	CONSTRAINT "share_cards_content_hash" CHECK (char_length("share_cards"."contentHash") <= 64),
	CONSTRAINT "share_cards_key" CHECK (char_length("share_cards"."key") <= 300)
);
--> statement-breakpoint
ALTER TABLE "share_cards" ADD CONSTRAINT "share_cards_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_cards" ADD CONSTRAINT "share_cards_listCode_lists_code_fk" FOREIGN KEY ("listCode") REFERENCES "public"."lists"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_cards_due" ON "share_cards" USING btree ("id") WHERE "share_cards"."changes" > "share_cards"."drawn";--> statement-breakpoint
-- Whatever a card shows makes it due when it changes (app/share-cards): title, place, people, prices,
-- cover, and whether visitors see the listing at all.
CREATE FUNCTION "listing_card_due"("listing" uuid) RETURNS void
LANGUAGE sql AS $$
	INSERT INTO share_cards ("postId") SELECT id FROM posts WHERE id = listing
		ON CONFLICT ("postId") DO UPDATE SET changes = share_cards.changes + 1, "retryAt" = NULL;
$$;
--> statement-breakpoint
-- By statement: a trigger per row would take minutes for a hundred thousand.
CREATE FUNCTION "inserted_posts_make_cards_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO share_cards ("postId") SELECT id FROM new_rows
		ON CONFLICT ("postId") DO UPDATE SET changes = share_cards.changes + 1, "retryAt" = NULL;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "posts_make_cards_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM listing_card_due(NEW.id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "deleted_posts_make_cards_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	PERFORM listing_card_due(coalesce(NEW.id, OLD.id));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "photos_make_cards_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' THEN
		PERFORM listing_card_due(OLD."postId");
	END IF;
	IF TG_OP <> 'DELETE' THEN
		PERFORM listing_card_due(NEW."postId");
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "list_items_make_cards_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO share_cards ("listCode") VALUES (NEW."listCode")
			ON CONFLICT ("listCode") DO UPDATE SET changes = share_cards.changes + 1, "retryAt" = NULL;
	ELSE
		UPDATE share_cards SET changes = changes + 1, "retryAt" = NULL WHERE "listCode" = OLD."listCode";
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "lists_make_cards_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	UPDATE share_cards SET changes = changes + 1, "retryAt" = NULL WHERE "listCode" = NEW.code;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Locked in order, because other deletions may make the same lists' cards due.
CREATE FUNCTION "deleted_listings_make_cards_due"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	WITH due AS (
		SELECT share_cards.id FROM share_cards WHERE "listCode" IN
			(SELECT "listCode" FROM list_items JOIN old_rows ON old_rows.id = list_items."postId")
		ORDER BY id FOR UPDATE
	)
	UPDATE share_cards SET changes = changes + 1, "retryAt" = NULL FROM due WHERE share_cards.id = due.id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "posts_inserted_card" AFTER INSERT ON "posts" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "inserted_posts_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "posts_updated_card" AFTER UPDATE ON "posts" FOR EACH ROW
	WHEN ((OLD.title, OLD.localizacao, OLD."quantidadeMaximaPessoas", OLD."valorFds", OLD."valorDiaria", OLD."pausedAt")
		IS DISTINCT FROM (NEW.title, NEW.localizacao, NEW."quantidadeMaximaPessoas", NEW."valorFds", NEW."valorDiaria", NEW."pausedAt"))
	EXECUTE FUNCTION "posts_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "posts_deleted_cards" AFTER DELETE ON "posts" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "deleted_listings_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "deleted_posts_card" AFTER INSERT OR DELETE ON "deleted_posts" FOR EACH ROW EXECUTE FUNCTION "deleted_posts_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "photos_inserted_card" AFTER INSERT ON "photos" FOR EACH ROW
	WHEN (NEW.position = 0) EXECUTE FUNCTION "photos_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "photos_updated_card" AFTER UPDATE ON "photos" FOR EACH ROW
	WHEN ((OLD.position = 0 OR NEW.position = 0)
		AND (OLD."postId", OLD.position, OLD.key) IS DISTINCT FROM (NEW."postId", NEW.position, NEW.key))
	EXECUTE FUNCTION "photos_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "photos_deleted_card" AFTER DELETE ON "photos" FOR EACH ROW
	WHEN (OLD.position = 0) EXECUTE FUNCTION "photos_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "list_items_card" AFTER INSERT OR DELETE ON "list_items" FOR EACH ROW EXECUTE FUNCTION "list_items_make_cards_due"();
--> statement-breakpoint
CREATE TRIGGER "lists_updated_card" AFTER UPDATE ON "lists" FOR EACH ROW
	WHEN ((OLD.nome, OLD.entrada, OLD.saida, OLD.pessoas) IS DISTINCT FROM (NEW.nome, NEW.entrada, NEW.saida, NEW.pessoas))
	EXECUTE FUNCTION "lists_make_cards_due"();
--> statement-breakpoint
INSERT INTO "share_cards" ("postId") SELECT "id" FROM "posts";
