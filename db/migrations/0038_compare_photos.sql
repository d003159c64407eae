CREATE TABLE "photo_comparisons" (
	"photoId" uuid PRIMARY KEY NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"comparedAt" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "photo_copies" (
	"earlierId" uuid NOT NULL,
	"laterId" uuid NOT NULL,
	"likeness" smallint NOT NULL,
	"foundAt" timestamp with time zone DEFAULT now() NOT NULL,
	"dismissedAt" timestamp with time zone,
	CONSTRAINT "photo_copies_earlierId_laterId_pk" PRIMARY KEY("earlierId","laterId"),
	CONSTRAINT "photo_copies_likeness" CHECK ("photo_copies"."likeness" between 0 and 100)
);
--> statement-breakpoint
CREATE TABLE "photo_hashes" (
	"photoId" uuid NOT NULL,
	"crop" smallint NOT NULL,
	"hash" bit(64) NOT NULL,
	"band1" integer GENERATED ALWAYS AS ((case crop when 0 then 0 else 65536 end + substring(hash from 1 for 16)::bit(16)::integer)) STORED,
	"band2" integer GENERATED ALWAYS AS ((case crop when 0 then 0 else 65536 end + substring(hash from 17 for 16)::bit(16)::integer)) STORED,
	"band3" integer GENERATED ALWAYS AS ((case crop when 0 then 0 else 65536 end + substring(hash from 33 for 16)::bit(16)::integer)) STORED,
	"band4" integer GENERATED ALWAYS AS ((case crop when 0 then 0 else 65536 end + substring(hash from 49 for 16)::bit(16)::integer)) STORED,
	CONSTRAINT "photo_hashes_photoId_crop_pk" PRIMARY KEY("photoId","crop")
);
--> statement-breakpoint
ALTER TABLE "photo_comparisons" ADD CONSTRAINT "photo_comparisons_photoId_photos_id_fk" FOREIGN KEY ("photoId") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_copies" ADD CONSTRAINT "photo_copies_earlierId_photos_id_fk" FOREIGN KEY ("earlierId") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_copies" ADD CONSTRAINT "photo_copies_laterId_photos_id_fk" FOREIGN KEY ("laterId") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photo_hashes" ADD CONSTRAINT "photo_hashes_photoId_photos_id_fk" FOREIGN KEY ("photoId") REFERENCES "public"."photos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "photo_comparisons_due" ON "photo_comparisons" USING btree ("createdAt" DESC NULLS LAST) WHERE "photo_comparisons"."comparedAt" is null;--> statement-breakpoint
CREATE INDEX "photo_copies_later" ON "photo_copies" USING btree ("laterId");--> statement-breakpoint
CREATE INDEX "photo_hashes_band1" ON "photo_hashes" USING btree ("band1","crop","hash","photoId");--> statement-breakpoint
CREATE INDEX "photo_hashes_band2" ON "photo_hashes" USING btree ("band2","crop","hash","photoId");--> statement-breakpoint
CREATE INDEX "photo_hashes_band3" ON "photo_hashes" USING btree ("band3","crop","hash","photoId");--> statement-breakpoint
CREATE INDEX "photo_hashes_band4" ON "photo_hashes" USING btree ("band4","crop","hash","photoId");--> statement-breakpoint
INSERT INTO "photo_comparisons" ("photoId", "createdAt") SELECT id, "createdAt" FROM "photos" WHERE NOT illustration;
