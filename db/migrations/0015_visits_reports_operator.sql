CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subjectId" uuid,
	"subject" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_log_actor" CHECK (char_length("audit_log"."actor") <= 254),
	CONSTRAINT "audit_log_action" CHECK (char_length("audit_log"."action") <= 60),
	CONSTRAINT "audit_log_subject_name" CHECK (char_length("audit_log"."subject") <= 254),
	CONSTRAINT "audit_log_reason" CHECK (char_length("audit_log"."reason") <= 2000),
	CONSTRAINT "audit_log_before" CHECK (octet_length("audit_log"."before"::text) <= 65536),
	CONSTRAINT "audit_log_after" CHECK (octet_length("audit_log"."after"::text) <= 65536)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"postId" uuid NOT NULL,
	"uid" uuid NOT NULL,
	"title" text NOT NULL,
	"motivo" text NOT NULL,
	"detalhes" text DEFAULT '' NOT NULL,
	"contato" text DEFAULT '' NOT NULL,
	"addressHash" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"announcedAt" timestamp with time zone,
	"settledAt" timestamp with time zone,
	"settledAs" text,
	CONSTRAINT "reports_settled_as" CHECK ("reports"."settledAs" in ('archived', 'paused', 'removed')),
	CONSTRAINT "reports_settled" CHECK (("reports"."settledAt" is null) = ("reports"."settledAs" is null)),
	CONSTRAINT "reports_title" CHECK (char_length("reports"."title") <= 120),
	CONSTRAINT "reports_motivo" CHECK (char_length("reports"."motivo") <= 20),
	CONSTRAINT "reports_detalhes" CHECK (char_length("reports"."detalhes") <= 2000),
	CONSTRAINT "reports_contato" CHECK (char_length("reports"."contato") <= 254),
	CONSTRAINT "reports_address_hash" CHECK (char_length("reports"."addressHash") <= 64)
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"userId" uuid PRIMARY KEY NOT NULL,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"postId" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "visits_postId_day_kind_pk" PRIMARY KEY("postId","day","kind"),
	CONSTRAINT "visits_kind" CHECK (char_length("visits"."kind") <= 20),
	CONSTRAINT "visits_n" CHECK ("visits"."n" > 0)
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "readAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "doneAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "pausedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "pausedBy" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "pauseReason" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "checkedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "passwordAt" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "validoAte" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "warnedOfEnd" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "toldOfEnd" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "planEndedOn" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "blockedAt" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "numbersSentFor" date;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "numbersOff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_userId_users_id_fk" FOREIGN KEY ("userId") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_postId_posts_id_fk" FOREIGN KEY ("postId") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subjectId");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "reports_listing" ON "reports" USING btree ("postId","createdAt");--> statement-breakpoint
CREATE INDEX "reports_owner" ON "reports" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("createdAt") WHERE "reports"."settledAt" is null;--> statement-breakpoint
CREATE INDEX "visits_day" ON "visits" USING btree ("day");--> statement-breakpoint
CREATE INDEX "photos_sha256" ON "photos" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "posts_telefone_owner" ON "posts" USING btree ("telefone","uid");--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_sha256_length" CHECK (char_length("photos"."sha256") <= 64);--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_paused_by" CHECK ("posts"."pausedBy" in ('owner', 'operator', 'plan', 'block'));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_paused" CHECK (("posts"."pausedAt" is null) = ("posts"."pausedBy" is null));--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_pause_reason" CHECK (char_length("posts"."pauseReason") <= 1000);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_notes" CHECK (char_length("users"."notes") <= 5000);