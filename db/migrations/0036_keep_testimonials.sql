CREATE TABLE "testimonials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid NOT NULL,
	"entrada" date NOT NULL,
	"saida" date NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"inviterHash" text,
	"nome" text,
	"email" text,
	"nota" integer,
	"texto" text,
	"writtenAt" timestamp with time zone,
	"flags" text[] DEFAULT '{}' NOT NULL,
	"publishedAt" timestamp with time zone,
	"resposta" text,
	"reviewedAt" timestamp with time zone,
	"hiddenAt" timestamp with time zone,
	"hiddenReason" text,
	CONSTRAINT "testimonials_order" CHECK ("testimonials"."saida" > "testimonials"."entrada"),
	CONSTRAINT "testimonials_nota" CHECK ("testimonials"."nota" between 1 and 5),
	CONSTRAINT "testimonials_written" CHECK (num_nulls("testimonials"."nome", "testimonials"."email", "testimonials"."nota", "testimonials"."texto", "testimonials"."writtenAt") in (0, 5)),
	CONSTRAINT "testimonials_published" CHECK ("testimonials"."publishedAt" is null or "testimonials"."writtenAt" is not null),
	CONSTRAINT "testimonials_public" CHECK ("testimonials"."publishedAt" is not null or num_nonnulls("testimonials"."resposta", "testimonials"."hiddenAt") = 0),
	CONSTRAINT "testimonials_hidden" CHECK (("testimonials"."hiddenAt" is null) = ("testimonials"."hiddenReason" is null)),
	CONSTRAINT "testimonials_inviter_hash" CHECK (char_length("testimonials"."inviterHash") <= 64),
	CONSTRAINT "testimonials_nome" CHECK (char_length("testimonials"."nome") <= 40),
	CONSTRAINT "testimonials_email" CHECK (char_length("testimonials"."email") <= 254),
	CONSTRAINT "testimonials_texto" CHECK (char_length("testimonials"."texto") <= 1000),
	CONSTRAINT "testimonials_resposta" CHECK (char_length("testimonials"."resposta") <= 1000),
	CONSTRAINT "testimonials_hidden_reason" CHECK (char_length("testimonials"."hiddenReason") <= 1000),
	CONSTRAINT "testimonials_flags" CHECK ("testimonials"."flags" <@ array['network', 'device', 'email'] and cardinality("testimonials"."flags") <= 3)
);
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "testimonialId" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "isOwners" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "testimonials" ADD CONSTRAINT "testimonials_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "testimonials_listing" ON "testimonials" USING btree ("postId","publishedAt");--> statement-breakpoint
CREATE INDEX "testimonials_unpublished" ON "testimonials" USING btree ("createdAt") WHERE "testimonials"."publishedAt" is null;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_testimonialId_testimonials_id_fk" FOREIGN KEY ("testimonialId") REFERENCES "public"."testimonials"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_testimonial" ON "reports" USING btree ("testimonialId") WHERE "reports"."testimonialId" is not null;
