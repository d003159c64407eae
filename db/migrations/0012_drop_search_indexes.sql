DROP INDEX "posts_location";--> statement-breakpoint
DROP INDEX "posts_pets";--> statement-breakpoint
DROP INDEX "posts_diariaPor1";--> statement-breakpoint
DROP INDEX "posts_location_diariaPor1";--> statement-breakpoint
DROP INDEX "posts_diariaPor50";--> statement-breakpoint
DROP INDEX "posts_location_diariaPor50";--> statement-breakpoint
DROP INDEX "posts_diariaPor2500";--> statement-breakpoint
DROP INDEX "posts_location_diariaPor2500";