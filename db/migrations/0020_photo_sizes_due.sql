ALTER TABLE "photos" DROP CONSTRAINT "photos_widths";--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "sizesDue" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "photos_sizes_due" ON "photos" USING btree (cardinality("widths"),"createdAt" DESC NULLS LAST,"position") WHERE "photos"."sizesDue";--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_widths" CHECK (cardinality("photos"."widths") <= 8);