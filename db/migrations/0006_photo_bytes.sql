ALTER TABLE "photos" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "uploads" SET "filename" = left("filename", 255) WHERE char_length("filename") > 255;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_filename" CHECK (char_length("uploads"."filename") <= 255);