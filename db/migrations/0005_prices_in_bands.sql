DROP INDEX "posts_newest";--> statement-breakpoint
DROP INDEX "posts_location";--> statement-breakpoint
DROP INDEX "posts_owner";--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "diariaPor1" integer GENERATED ALWAYS AS ((ceil(("valorDiaria")::numeric)::integer / 1)) STORED;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "diariaPor50" integer GENERATED ALWAYS AS ((ceil(("valorDiaria")::numeric)::integer / 50)) STORED;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "diariaPor2500" integer GENERATED ALWAYS AS ((ceil(("valorDiaria")::numeric)::integer / 2500)) STORED;--> statement-breakpoint
CREATE INDEX "posts_diariaPor1" ON "posts" USING btree ("diariaPor1","createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_location_diariaPor1" ON "posts" USING btree ("localizacao","diariaPor1","createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_diariaPor50" ON "posts" USING btree ("diariaPor50","createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_location_diariaPor50" ON "posts" USING btree ("localizacao","diariaPor50","createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_diariaPor2500" ON "posts" USING btree ("diariaPor2500","createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_location_diariaPor2500" ON "posts" USING btree ("localizacao","diariaPor2500","createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_location" ON "posts" USING btree ("localizacao","createdAt","id");--> statement-breakpoint
CREATE INDEX "posts_owner" ON "posts" USING btree ("uid","createdAt","id");