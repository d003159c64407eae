CREATE TABLE "mailed_site" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"siteUrl" text NOT NULL,
	"siteEmail" text NOT NULL,
	"takesPix" boolean DEFAULT false NOT NULL,
	CONSTRAINT "mailed_site_single" CHECK ("mailed_site"."single"),
	CONSTRAINT "mailed_site_site_url" CHECK (char_length("mailed_site"."siteUrl") <= 2048),
	CONSTRAINT "mailed_site_site_email" CHECK (char_length("mailed_site"."siteEmail") <= 254)
);
