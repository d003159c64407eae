CREATE TABLE "plan_orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" uuid NOT NULL,
	"plano" text NOT NULL,
	"por" text NOT NULL,
	"cents" integer NOT NULL,
	"txid" text NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"endsOn" date NOT NULL,
	"paidAt" timestamp with time zone,
	"settledAt" timestamp with time zone,
	"settledAs" text,
	"validoAte" date,
	"motivo" text,
	CONSTRAINT "plan_orders_txid_unique" UNIQUE("txid"),
	CONSTRAINT "plan_orders_plano" CHECK ("plan_orders"."plano" in ('basico', 'profissional')),
	CONSTRAINT "plan_orders_por" CHECK ("plan_orders"."por" in ('mes', 'ano')),
	CONSTRAINT "plan_orders_cents" CHECK ("plan_orders"."cents" between 1 and 9999999),
	CONSTRAINT "plan_orders_txid" CHECK ("plan_orders"."txid" ~ '^[A-Za-z0-9]{1,25}$'),
	CONSTRAINT "plan_orders_settled_as" CHECK ("plan_orders"."settledAs" in ('received', 'missing')),
	CONSTRAINT "plan_orders_settled" CHECK (("plan_orders"."settledAt" is null) = ("plan_orders"."settledAs" is null)),
	CONSTRAINT "plan_orders_received" CHECK (("plan_orders"."validoAte" is not null) = ("plan_orders"."settledAs" is not null and "plan_orders"."settledAs" = 'received')),
	CONSTRAINT "plan_orders_missing" CHECK (("plan_orders"."motivo" is not null) = ("plan_orders"."settledAs" is not null and "plan_orders"."settledAs" = 'missing')),
	CONSTRAINT "plan_orders_motivo" CHECK (char_length("plan_orders"."motivo") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "endedPlan" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "endLetter" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "endLetterFor" date;--> statement-breakpoint
ALTER TABLE "plan_orders" ADD CONSTRAINT "plan_orders_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_orders_owner" ON "plan_orders" USING btree ("uid","createdAt");--> statement-breakpoint
CREATE INDEX "plan_orders_created" ON "plan_orders" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "plan_orders_open" ON "plan_orders" USING btree ("paidAt") WHERE "plan_orders"."settledAt" is null;