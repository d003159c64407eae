CREATE TABLE "searches" (
	"day" date NOT NULL,
	"localizacao" text NOT NULL,
	"asked" text NOT NULL,
	"n" integer NOT NULL,
	CONSTRAINT "searches_day_localizacao_asked_pk" PRIMARY KEY("day","localizacao","asked"),
	CONSTRAINT "searches_localizacao" CHECK (char_length("searches"."localizacao") <= 60),
	CONSTRAINT "searches_asked" CHECK (char_length("searches"."asked") <= 500),
	CONSTRAINT "searches_n" CHECK ("searches"."n" > 0)
);
