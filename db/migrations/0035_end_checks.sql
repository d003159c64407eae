CREATE TABLE "listing_checks" (
	"postId" uuid PRIMARY KEY NOT NULL,
	"seen" jsonb,
	"toldDaysLeft" integer,
	"endedAt" timestamp with time zone,
	"endedBy" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "listing_checks_seen" CHECK (octet_length("listing_checks"."seen"::text) <= 16384),
	CONSTRAINT "listing_checks_ended" CHECK (("listing_checks"."endedAt" is null) <> ("listing_checks"."seen" is null)),
	CONSTRAINT "listing_checks_ended_by" CHECK (cardinality("listing_checks"."endedBy") <= 10),
	CONSTRAINT "listing_checks_ended_by_names" CHECK (char_length(array_to_string("listing_checks"."endedBy", ',')) <= 300)
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "nomePix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_checks" ADD CONSTRAINT "listing_checks_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_nome_pix" CHECK (char_length("posts"."nomePix") <= 80);--> statement-breakpoint
-- Earlier checks vouch for what is there now: nobody noted what they saw.
INSERT INTO "listing_checks" ("postId", "seen")
SELECT id, jsonb_build_object(
	'telefone', telefone, 'createdBy', "createdBy", 'localizacao', localizacao,
	'enderecoCompleto', "enderecoCompleto", 'nomePix', "nomePix",
	'position', CASE WHEN latitude IS NOT NULL
		THEN jsonb_build_object('latitude', latitude, 'longitude', longitude) END,
	'photos', coalesce((SELECT jsonb_agg(jsonb_build_object('id', photos.id, 'sha256', sha256) ORDER BY position)
		FROM photos WHERE photos."postId" = posts.id), '[]'))
FROM posts WHERE "checkedAt" IS NOT NULL;
