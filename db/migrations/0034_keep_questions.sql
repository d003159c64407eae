CREATE TABLE "questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" uuid NOT NULL,
	"postId" uuid NOT NULL,
	"title" text NOT NULL,
	"nome" text NOT NULL,
	"email" text NOT NULL,
	"telefone" text,
	"entrada" date,
	"saida" date,
	"pessoas" integer,
	"mensagem" text NOT NULL,
	"wordsHash" text,
	"createdAt" timestamp with time zone DEFAULT now() NOT NULL,
	"deliveredAt" timestamp with time zone,
	"seenAt" timestamp with time zone,
	"answer" text,
	"answeredAt" timestamp with time zone,
	"nudgedAt" timestamp with time zone,
	"reportedAt" timestamp with time zone,
	"discardedAt" timestamp with time zone,
	CONSTRAINT "questions_answer" CHECK ("questions"."answer" in ('livre', 'ocupado', 'respondido')),
	CONSTRAINT "questions_answered" CHECK (("questions"."answer" is null) = ("questions"."answeredAt" is null)),
	CONSTRAINT "questions_stay" CHECK (("questions"."entrada" is null) = ("questions"."saida" is null)),
	CONSTRAINT "questions_order" CHECK ("questions"."saida" > "questions"."entrada"),
	CONSTRAINT "questions_pessoas" CHECK ("questions"."pessoas" between 1 and 999),
	CONSTRAINT "questions_telefone" CHECK ("questions"."telefone" ~ '^[0-9]{10,11}$'),
	CONSTRAINT "questions_title" CHECK (char_length("questions"."title") <= 120),
	CONSTRAINT "questions_nome" CHECK (char_length("questions"."nome") <= 80),
	CONSTRAINT "questions_email" CHECK (char_length("questions"."email") <= 254),
	CONSTRAINT "questions_mensagem" CHECK (char_length("questions"."mensagem") <= 2000),
	CONSTRAINT "questions_words_hash" CHECK (char_length("questions"."wordsHash") <= 64)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "recebePerguntas" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_uid_users_id_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "questions_owner" ON "questions" USING btree ("uid","createdAt");--> statement-breakpoint
CREATE INDEX "questions_words" ON "questions" USING btree ("wordsHash","createdAt");--> statement-breakpoint
CREATE INDEX "questions_created" ON "questions" USING btree ("createdAt");--> statement-breakpoint
CREATE INDEX "questions_open" ON "questions" USING btree ("deliveredAt") WHERE "questions"."answer" is null;
