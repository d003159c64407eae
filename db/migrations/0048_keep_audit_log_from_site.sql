-- Uploads end within a day; their networks are stored as keyed hashes from now on.
UPDATE "uploads" SET "network" = NULL WHERE "network" ~ '[.:]';
