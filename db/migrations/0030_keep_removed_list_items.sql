ALTER TABLE "list_items" ADD COLUMN "removedAt" timestamp with time zone;
