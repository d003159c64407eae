ALTER TABLE "posts" ADD COLUMN "minimoNoites" integer;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "fdsInteiro" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "seasons" ADD COLUMN "pacote" text;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_minimo_noites" CHECK ("posts"."minimoNoites" between 0 and 60);--> statement-breakpoint
ALTER TABLE "seasons" ADD CONSTRAINT "seasons_pacote" CHECK ("seasons"."pacote" ~ '^[0-9]{1,7}([.][0-9]{2})?$');
