ALTER TABLE "audit_log" ADD COLUMN "actorId" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "accountId" uuid;--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("accountId");
--> statement-breakpoint
-- The account that an entry is about: itself, or whose ad, question, testimonial or e-mail it is.
CREATE FUNCTION "audited_account"("subject" uuid) RETURNS uuid
LANGUAGE sql STABLE AS $$
	SELECT coalesce(
		(SELECT "id" FROM "users" WHERE "id" = subject),
		(SELECT "uid" FROM "posts" WHERE "id" = subject),
		(SELECT "uid" FROM "deleted_posts" WHERE "id" = subject),
		(SELECT "uid" FROM "reports" WHERE "postId" = subject LIMIT 1),
		(SELECT "uid" FROM "questions" WHERE "id" = subject),
		(SELECT "posts"."uid" FROM "testimonials" JOIN "posts" ON "posts"."id" = "postId" WHERE "testimonials"."id" = subject),
		(SELECT "userId" FROM "outbox" WHERE "id" = subject)
	);
$$;
--> statement-breakpoint
-- Here rather than in each command, none of which can then forget it, nor the version before this one.
CREATE FUNCTION "note_audited_accounts"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	NEW."accountId" := coalesce(NEW."accountId", audited_account(NEW."subjectId"));
	NEW."actorId" := coalesce(NEW."actorId", (SELECT "id" FROM "users" WHERE "email" = NEW."actor"));
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_accounts" BEFORE INSERT ON "audit_log" FOR EACH ROW EXECUTE FUNCTION "note_audited_accounts"();
--> statement-breakpoint
-- Once an account is deleted, its entries keep what was done, when and to which id, and lose the rest.
CREATE OR REPLACE FUNCTION "keep_audit_log"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' AND current_setting('mar_de_minas.purge_audit_log', true) = 'on' THEN
		RETURN OLD;
	END IF;
	IF TG_OP = 'UPDATE'
		AND (NEW."id", NEW."at", NEW."action", NEW."subjectId") IS NOT DISTINCT FROM (OLD."id", OLD."at", OLD."action", OLD."subjectId")
		AND (
			(NEW."actor", NEW."actorId") IS NOT DISTINCT FROM (OLD."actor", OLD."actorId")
			OR NEW."actor" = 'conta excluída' AND NEW."actorId" IS NULL
			AND OLD."actorId" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "id" = OLD."actorId")
		)
		AND (
			(NEW."accountId", NEW."subject", NEW."reason", NEW."before", NEW."after")
			IS NOT DISTINCT FROM (OLD."accountId", OLD."subject", OLD."reason", OLD."before", OLD."after")
			OR num_nonnulls(NEW."accountId", NEW."before", NEW."after") = 0 AND NEW."subject" = '' AND NEW."reason" = ''
			AND OLD."accountId" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "id" = OLD."accountId")
		) THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION 'audit_log is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE FUNCTION "forget_deleted_accounts"() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE "audit_log" SET "accountId" = NULL, "subject" = '', "reason" = '', "before" = NULL, "after" = NULL
	WHERE "accountId" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "id" = "accountId");
	UPDATE "audit_log" SET "actor" = 'conta excluída', "actorId" = NULL
	WHERE "actorId" IS NOT NULL AND NOT EXISTS (SELECT FROM "users" WHERE "id" = "actorId");
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "forget_deleted_accounts"() FROM PUBLIC;
--> statement-breakpoint
-- For the version before this one; a later release drops it.
CREATE OR REPLACE FUNCTION "forget_in_audit_log"("account" uuid, "address" text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT forget_deleted_accounts();
$$;
--> statement-breakpoint
ALTER TABLE "audit_log" DISABLE TRIGGER "audit_log_kept";
--> statement-breakpoint
UPDATE "audit_log" SET
	"accountId" = audited_account("subjectId"),
	"actorId" = (SELECT "id" FROM "users" WHERE "email" = "actor");
--> statement-breakpoint
-- Subjects without an account: deleted ones', and messages, which named their writers.
UPDATE "audit_log" SET
	"subject" = '', "reason" = '', "before" = NULL, "after" = NULL
WHERE "subjectId" IS NOT NULL AND "accountId" IS NULL;
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER "audit_log_kept";
--> statement-breakpoint
-- The titles of deleted accounts' ads: those of any other ad that is gone still have their owner.
UPDATE "list_items" SET "title" = '' WHERE NOT EXISTS (SELECT FROM "posts" WHERE "id" = "postId")
	AND NOT EXISTS (SELECT FROM "deleted_posts" WHERE "id" = "postId" AND "uid" IS NOT NULL);
