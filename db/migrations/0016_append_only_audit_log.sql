ALTER TABLE "posts" ADD COLUMN "ownerPausedAt" timestamp with time zone;
