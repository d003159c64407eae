-- Truncate existing texts that exceed the new limits; none of them appear on pages.
UPDATE "sessions" SET "userAgent" = left("userAgent", 300) WHERE char_length("userAgent") > 300;--> statement-breakpoint
UPDATE "outbox" SET "lastError" = left("lastError", 1000) WHERE char_length("lastError") > 1000;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_nome" CHECK (char_length("outbox"."content"->>'nome') <= 120);--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_email" CHECK (char_length("outbox"."content"->>'email') <= 254);--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_mensagem" CHECK (char_length("outbox"."content"->>'mensagem') <= 5000);--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_content" CHECK (octet_length("outbox"."content"::text) <= 65536);--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_last_error" CHECK (char_length("outbox"."lastError") <= 10000);--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_key_length" CHECK (char_length("photos"."key") <= 300);--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_alt" CHECK (char_length("photos"."alt") <= 300);--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_color" CHECK (char_length("photos"."color") <= 7);--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_widths" CHECK (cardinality("photos"."widths") between 1 and 8);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_title" CHECK (char_length("posts"."title") <= 120);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_body" CHECK (char_length("posts"."body") <= 5000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_localizacao" CHECK (char_length("posts"."localizacao") <= 60);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_lazer" CHECK (cardinality("posts"."lazer") <= 20);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_lazer_names" CHECK (char_length(array_to_string("posts"."lazer", ',')) <= 1000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_pessoas" CHECK ("posts"."quantidadeMaximaPessoas" between 0 and 999);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_quartos" CHECK ("posts"."QuantidadeTotalQuartos" between 0 and 999);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_suites" CHECK ("posts"."QuantidadeTotalQuartosSuites" between 0 and 999);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_maiores_informacoes" CHECK (char_length("posts"."maioresInformacoes") <= 5000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_observacoes_tarifa" CHECK (char_length("posts"."observacoesTarifa") <= 300);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_detalhamento_quartos" CHECK (char_length("posts"."detalhamentoQuartosSociais") <= 5000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_detalhamento_suites" CHECK (char_length("posts"."detalhamentoSuites") <= 5000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_observacao" CHECK (char_length("posts"."observacao") <= 5000);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_endereco" CHECK (char_length("posts"."enderecoCompleto") <= 300);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_cozinha" CHECK (char_length("posts"."detalhesCozinha") <= 300);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_sala" CHECK (char_length("posts"."detalhesSala") <= 300);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_beneficios" CHECK (char_length("posts"."beneficiosImovel") <= 300);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_created_by" CHECK (char_length("posts"."createdBy") <= 80);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_updated_by" CHECK (char_length("posts"."updatedBy") <= 80);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_agent" CHECK (char_length("sessions"."userAgent") <= 16384);--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_ip_address" CHECK (char_length("sessions"."ipAddress") <= 100);--> statement-breakpoint
ALTER TABLE "unavailable_days" ADD CONSTRAINT "unavailable_days_day" CHECK ("unavailable_days"."day" between '2000-01-01' and '2099-12-31');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_display_name" CHECK (char_length("users"."displayName") <= 80);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_length" CHECK (char_length("users"."email") <= 254);--> statement-breakpoint
ALTER TABLE "vitals" ADD CONSTRAINT "vitals_route" CHECK (char_length("vitals"."route") <= 100);--> statement-breakpoint
ALTER TABLE "vitals" ADD CONSTRAINT "vitals_metric" CHECK (char_length("vitals"."metric") <= 10);