ALTER TABLE "posts" ADD COLUMN "aceitaPets" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_pets" ON "posts" USING btree ("createdAt","id") WHERE "posts"."aceitaPets";