CREATE TABLE "authenticators" (
	"userId" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmedAt" timestamp with time zone,
	"lastStep" bigint DEFAULT 0 NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"credentialId" text PRIMARY KEY NOT NULL,
	"userId" uuid NOT NULL,
	"publicKey" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"isBackedUp" boolean DEFAULT false NOT NULL,
	"nome" text DEFAULT '' NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"usedAt" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id" CHECK (char_length("passkeys"."credentialId") <= 2048),
	CONSTRAINT "passkeys_public_key" CHECK (char_length("passkeys"."publicKey") <= 8192),
	CONSTRAINT "passkeys_nome" CHECK (char_length("passkeys"."nome") <= 100)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"userId" uuid NOT NULL,
	"codeHash" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recovery_codes_userId_codeHash_pk" PRIMARY KEY("userId","codeHash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "secondFactorAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "hasStaffPassword" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "authenticators" ADD CONSTRAINT "authenticators_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("userId");
