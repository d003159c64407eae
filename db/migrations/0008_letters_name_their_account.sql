ALTER TABLE "outbox" ADD COLUMN "userId" uuid;--> statement-breakpoint
-- Assign queued e-mails to the account that has, or is changing to, their address. E-mails to former
-- addresses can't be assigned; the purge removes them.
UPDATE "outbox" SET "userId" = "users"."id" FROM "users"
  WHERE "outbox"."content"->>'kind' = 'letter' AND "outbox"."content"->>'to' = "users"."email";--> statement-breakpoint
UPDATE "outbox" SET "userId" = split_part("verifications"."value", ':', 1)::uuid FROM "verifications"
  WHERE "outbox"."userId" IS NULL
    AND "outbox"."content"->>'kind' = 'letter'
    AND "verifications"."identifier" LIKE 'change-email:%'
    AND "outbox"."content"->>'to' = substr("verifications"."value", 38);--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("userId");
