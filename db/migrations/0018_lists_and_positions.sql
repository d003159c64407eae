CREATE TABLE "list_items" (
	"listCode" text NOT NULL,
	"postId" uuid NOT NULL,
	"title" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_items_listCode_postId_pk" PRIMARY KEY("listCode","postId"),
	CONSTRAINT "list_items_title" CHECK (char_length("list_items"."title") <= 120)
);
--> statement-breakpoint
CREATE TABLE "list_members" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"listCode" text NOT NULL,
	"nome" text NOT NULL,
	"keyHash" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_members_nome" CHECK (char_length("list_members"."nome") <= 40),
	CONSTRAINT "list_members_key_hash" CHECK (char_length("list_members"."keyHash") <= 64)
);
--> statement-breakpoint
CREATE TABLE "list_votes" (
	"memberId" uuid NOT NULL,
	"listCode" text NOT NULL,
	"postId" uuid NOT NULL,
	"quer" boolean NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "list_votes_memberId_postId_pk" PRIMARY KEY("memberId","postId")
);
--> statement-breakpoint
CREATE TABLE "lists" (
	"code" text PRIMARY KEY NOT NULL,
	"nome" text NOT NULL,
	"entrada" date,
	"saida" date,
	"pessoas" integer,
	"creatorKeyHash" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"lastVisitOn" date NOT NULL,
	"closedAt" timestamp with time zone,
	CONSTRAINT "lists_code" CHECK ("lists"."code" ~ '^[A-Za-z0-9_-]{22}$'),
	CONSTRAINT "lists_stay" CHECK (("lists"."entrada" is null) = ("lists"."saida" is null)),
	CONSTRAINT "lists_stay_order" CHECK ("lists"."entrada" < "lists"."saida"),
	CONSTRAINT "lists_pessoas" CHECK ("lists"."pessoas" between 1 and 999),
	CONSTRAINT "lists_nome" CHECK (char_length("lists"."nome") <= 80),
	CONSTRAINT "lists_creator_key_hash" CHECK (char_length("lists"."creatorKeyHash") <= 64)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "mapaExato" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "list_items" ADD CONSTRAINT "list_items_listCode_lists_code_fk" FOREIGN KEY ("listCode") REFERENCES "public"."lists"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_members" ADD CONSTRAINT "list_members_listCode_lists_code_fk" FOREIGN KEY ("listCode") REFERENCES "public"."lists"("code") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_votes" ADD CONSTRAINT "list_votes_memberId_list_members_id_fk" FOREIGN KEY ("memberId") REFERENCES "public"."list_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_votes" ADD CONSTRAINT "list_votes_item" FOREIGN KEY ("listCode","postId") REFERENCES "public"."list_items"("listCode","postId") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "list_items_post" ON "list_items" USING btree ("postId");--> statement-breakpoint
CREATE INDEX "list_members_list" ON "list_members" USING btree ("listCode");--> statement-breakpoint
CREATE INDEX "list_votes_listing" ON "list_votes" USING btree ("listCode","postId");--> statement-breakpoint
CREATE INDEX "lists_last_visit" ON "lists" USING btree ("lastVisitOn");--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_latitude" CHECK ("posts"."latitude" between -90 and 90);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_longitude" CHECK ("posts"."longitude" between -180 and 180);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_position" CHECK (("posts"."latitude" is null) = ("posts"."longitude" is null));