CREATE TABLE "ended_rows" (
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ended_rows_kind_hash_pk" PRIMARY KEY("kind","hash"),
	CONSTRAINT "ended_rows_kind" CHECK (char_length("ended_rows"."kind") <= 40),
	CONSTRAINT "ended_rows_hash" CHECK ("ended_rows"."hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
-- Notes the id, in the column that the trigger names: who was in the staff may be again, and leave again.
CREATE FUNCTION "note_ended_row"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "ended_rows" ("kind", "hash", "at") VALUES (
		TG_TABLE_NAME,
		encode(sha256(convert_to(to_jsonb(OLD) ->> TG_ARGV[0], 'UTF8')), 'hex'),
		clock_timestamp()
	) ON CONFLICT ("kind", "hash") DO UPDATE SET "at" = excluded."at";
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "users_note_ended" AFTER DELETE ON "users"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('id');
--> statement-breakpoint
CREATE TRIGGER "staff_note_ended" AFTER DELETE ON "staff"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('userId');
--> statement-breakpoint
CREATE TRIGGER "passkeys_note_ended" AFTER DELETE ON "passkeys"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('credentialId');
--> statement-breakpoint
CREATE TRIGGER "authenticators_note_ended" AFTER DELETE ON "authenticators"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('secret');
--> statement-breakpoint
CREATE TRIGGER "recovery_codes_note_ended" AFTER DELETE ON "recovery_codes"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('codeHash');
--> statement-breakpoint
CREATE TRIGGER "alerts_note_ended" AFTER DELETE ON "alerts"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('id');
--> statement-breakpoint
CREATE TRIGGER "questions_note_ended" AFTER DELETE ON "questions"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('id');
--> statement-breakpoint
CREATE TRIGGER "testimonials_note_ended" AFTER DELETE ON "testimonials"
FOR EACH ROW EXECUTE FUNCTION "note_ended_row"('id');
--> statement-breakpoint
CREATE TRIGGER "outbox_note_sent" AFTER UPDATE OF "state" ON "outbox"
FOR EACH ROW WHEN (NEW."state" = 'sent' AND OLD."state" <> 'sent') EXECUTE FUNCTION "note_ended_row"('id');
--> statement-breakpoint
CREATE TRIGGER "outbox_note_ended" AFTER DELETE ON "outbox"
FOR EACH ROW WHEN (OLD."state" <> 'sent') EXECUTE FUNCTION "note_ended_row"('id');
