ALTER TABLE "outbox" ADD COLUMN "claim" uuid;--> statement-breakpoint
CREATE INDEX "outbox_message" ON "outbox" USING btree ("createdAt") WHERE "outbox"."content"->>'kind' = 'message';