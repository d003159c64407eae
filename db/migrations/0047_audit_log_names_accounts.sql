ALTER TABLE "audit_log" ADD COLUMN "actorId" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "accountId" uuid;--> statement-breakpoint
CREATE INDEX "audit_log_account" ON "audit_log" USING btree ("accountId");
--> statement-breakpoint
-- An earlier version's refuse the changes below; a new database has none yet.
ALTER TABLE "audit_log" DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE "audit_log" SET
	"accountId" = coalesce(
		(SELECT "id" FROM "users" WHERE "id" = "subjectId"),
		(SELECT "uid" FROM "posts" WHERE "id" = "subjectId"),
		(SELECT "uid" FROM "deleted_posts" WHERE "id" = "subjectId"),
		(SELECT "uid" FROM "reports" WHERE "postId" = "subjectId" LIMIT 1),
		(SELECT "uid" FROM "questions" WHERE "id" = "subjectId"),
		(SELECT "posts"."uid" FROM "testimonials" JOIN "posts" ON "posts"."id" = "postId" WHERE "testimonials"."id" = "subjectId"),
		(SELECT "userId" FROM "outbox" WHERE "id" = "subjectId")
	),
	"actorId" = (SELECT "id" FROM "users" WHERE "email" = "actor");
--> statement-breakpoint
-- Subjects without an account: deleted ones', and messages, which named their writers.
UPDATE "audit_log" SET
	"subject" = '', "reason" = '', "before" = NULL, "after" = NULL
WHERE "subjectId" IS NOT NULL AND "accountId" IS NULL;
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER USER;
--> statement-breakpoint
-- The titles of deleted accounts' ads: those of any other ad that is gone still have their owner.
UPDATE "list_items" SET "title" = '' WHERE NOT EXISTS (SELECT FROM "posts" WHERE "id" = "postId")
	AND NOT EXISTS (SELECT FROM "deleted_posts" WHERE "id" = "postId" AND "uid" IS NOT NULL);
