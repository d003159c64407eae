ALTER TABLE "uploads" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "share_cards" ADD COLUMN "formerKey" text;--> statement-breakpoint
CREATE INDEX "uploads_network" ON "uploads" USING btree ("network");--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_network_length" CHECK (char_length("uploads"."network") <= 60);--> statement-breakpoint
ALTER TABLE "share_cards" ADD CONSTRAINT "share_cards_former_key" CHECK (char_length("share_cards"."formerKey") <= 300);