-- photo_comparisons, photo_hashes and share_cards, with their triggers, are the previous version's alone, and stay
-- until the next one.
ALTER TABLE "photos" ADD COLUMN "differenceHash" bit(64);--> statement-breakpoint
CREATE INDEX "photos_not_compared" ON "photos" USING btree ("createdAt" DESC NULLS LAST) WHERE "photos"."differenceHash" is null and not "photos"."illustration";
