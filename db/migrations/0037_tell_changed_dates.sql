ALTER TABLE "list_votes" ADD COLUMN "entrada" date;--> statement-breakpoint
ALTER TABLE "list_votes" ADD COLUMN "saida" date;--> statement-breakpoint
ALTER TABLE "lists" ADD COLUMN "formerEntrada" date;--> statement-breakpoint
ALTER TABLE "lists" ADD COLUMN "formerSaida" date;--> statement-breakpoint
ALTER TABLE "lists" ADD COLUMN "datesChangedBy" uuid;--> statement-breakpoint
ALTER TABLE "lists" ADD CONSTRAINT "lists_former_stay" CHECK (("lists"."formerEntrada" is null) = ("lists"."formerSaida" is null));--> statement-breakpoint
-- Nobody knows for which dates these votes were given: they count as votes for today's.
UPDATE "list_votes" SET "entrada" = "lists"."entrada", "saida" = "lists"."saida"
	FROM "lists" WHERE "lists"."code" = "list_votes"."listCode";
