CREATE TABLE "ended_rows" (
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ended_rows_kind_hash_pk" PRIMARY KEY("kind","hash"),
	CONSTRAINT "ended_rows_kind" CHECK (char_length("ended_rows"."kind") <= 40),
	CONSTRAINT "ended_rows_hash" CHECK ("ended_rows"."hash" ~ '^[0-9a-f]{64}$')
);
