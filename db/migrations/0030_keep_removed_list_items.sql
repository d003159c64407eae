ALTER TABLE "list_items" ADD COLUMN "removedAt" timestamp with time zone;--> statement-breakpoint
DROP TRIGGER "list_items_card" ON "list_items";--> statement-breakpoint
CREATE TRIGGER "list_items_card" AFTER INSERT OR DELETE OR UPDATE OF "removedAt" ON "list_items" FOR EACH ROW EXECUTE FUNCTION "list_items_make_cards_due"();
