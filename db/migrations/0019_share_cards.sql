CREATE TABLE "share_cards" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid,
	"listCode" text,
	"changes" integer DEFAULT 1 NOT NULL,
	"drawn" integer DEFAULT 0 NOT NULL,
	"retryAt" timestamp with time zone,
	"contentHash" text,
	"key" text,
	"drawnAt" timestamp with time zone,
	CONSTRAINT "share_cards_postId_unique" UNIQUE("postId"),
	CONSTRAINT "share_cards_listCode_unique" UNIQUE("listCode"),
	CONSTRAINT "share_cards_subject" CHECK (num_nonnulls("share_cards"."postId", "share_cards"."listCode") = 1),
	CONSTRAINT "share_cards_content_hash" CHECK (char_length("share_cards"."contentHash") <= 64),
	CONSTRAINT "share_cards_key" CHECK (char_length("share_cards"."key") <= 300)
);
--> statement-breakpoint
ALTER TABLE "share_cards" ADD CONSTRAINT "share_cards_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_cards" ADD CONSTRAINT "share_cards_listCode_lists_code_fk" FOREIGN KEY ("listCode") REFERENCES "public"."lists"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "share_cards_due" ON "share_cards" USING btree ("id") WHERE "share_cards"."changes" > "share_cards"."drawn";--> statement-breakpoint
INSERT INTO "share_cards" ("postId") SELECT "id" FROM "posts";
