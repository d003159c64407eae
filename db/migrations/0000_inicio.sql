CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"userId" uuid NOT NULL,
	"accountId" text NOT NULL,
	"providerId" text NOT NULL,
	"accessToken" text,
	"refreshToken" text,
	"idToken" text,
	"accessTokenExpiresAt" timestamp with time zone,
	"refreshTokenExpiresAt" timestamp with time zone,
	"scope" text,
	"password" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" uuid NOT NULL,
	"draft" uuid,
	"postId" uuid,
	"position" integer,
	"key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"color" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"illustration" boolean DEFAULT false NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "photos_key_unique" UNIQUE("key"),
	CONSTRAINT "photos_placed" CHECK (("photos"."postId" is null) = ("photos"."position" is null)),
	CONSTRAINT "photos_position" CHECK ("photos"."position" between 0 and 9)
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" uuid NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"valorFds" text NOT NULL,
	"valorDiaria" text,
	"valorDiariaNumero" numeric(9, 2) GENERATED ALWAYS AS (("valorDiaria")::numeric) STORED,
	"telefone" text NOT NULL,
	"whatsapp" boolean DEFAULT false NOT NULL,
	"localizacao" text NOT NULL,
	"lazer" text[] DEFAULT '{}' NOT NULL,
	"quantidadeMaximaPessoas" integer,
	"QuantidadeTotalQuartos" integer,
	"QuantidadeTotalQuartosSuites" integer,
	"maioresInformacoes" text DEFAULT '' NOT NULL,
	"observacoesTarifa" text DEFAULT '' NOT NULL,
	"detalhamentoQuartosSociais" text DEFAULT '' NOT NULL,
	"detalhamentoSuites" text DEFAULT '' NOT NULL,
	"observacao" text DEFAULT '' NOT NULL,
	"enderecoCompleto" text DEFAULT '' NOT NULL,
	"detalhesCozinha" text DEFAULT '' NOT NULL,
	"detalhesSala" text DEFAULT '' NOT NULL,
	"beneficiosImovel" text DEFAULT '' NOT NULL,
	"createdBy" text NOT NULL,
	"updatedBy" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone,
	CONSTRAINT "posts_valor_fds" CHECK ("posts"."valorFds" ~ '^[0-9]{1,7}([.][0-9]{2})?$'),
	CONSTRAINT "posts_valor_diaria" CHECK ("posts"."valorDiaria" ~ '^[0-9]{1,7}([.][0-9]{2})?$'),
	CONSTRAINT "posts_telefone" CHECK ("posts"."telefone" ~ '^[0-9]{1,11}$')
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"userId" uuid NOT NULL,
	"token" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"ipAddress" text,
	"userAgent" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "unavailable_days" (
	"postId" uuid NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "unavailable_days_postId_day_pk" PRIMARY KEY("postId","day")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"uid" uuid NOT NULL,
	"draft" uuid NOT NULL,
	"filename" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"displayName" text NOT NULL,
	"email" text NOT NULL,
	"emailVerified" boolean DEFAULT false NOT NULL,
	"image" text,
	"plano" text DEFAULT 'basico' NOT NULL,
	"postsCriados" integer DEFAULT 0 NOT NULL,
	"postsPermitidos" integer DEFAULT 1 NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_posts_criados" CHECK ("users"."postsCriados" >= 0),
	CONSTRAINT "users_posts_permitidos" CHECK ("users"."postsPermitidos" >= 0)
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expiresAt" timestamp with time zone NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"updatedAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_post" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unavailable_days" ADD CONSTRAINT "unavailable_days_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("userId");--> statement-breakpoint
CREATE UNIQUE INDEX "photos_place" ON "photos" USING btree ("postId","position");--> statement-breakpoint
CREATE INDEX "photos_owner_draft" ON "photos" USING btree ("uid","draft");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "posts" USING btree ("createdAt" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_location" ON "posts" USING btree ("localizacao","createdAt" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "posts_owner" ON "posts" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("userId");--> statement-breakpoint
CREATE INDEX "uploads_owner_draft" ON "uploads" USING btree ("uid","draft");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");