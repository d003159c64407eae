ALTER TABLE "posts" ADD COLUMN "nomeContato" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "telefone2" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "posts_telefone2" ON "posts" USING btree ("telefone2") WHERE "posts"."telefone2" <> '';--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_telefone2" CHECK ("posts"."telefone2" ~ '^[0-9]{0,11}$');--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_nome_contato" CHECK (char_length("posts"."nomeContato") <= 80);