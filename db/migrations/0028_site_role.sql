-- Only these functions let a role that doesn't own the tables change the audit log; the triggers on
-- it still have the last word. A temporary table must not stand in for one of these: pg_temp is last.
CREATE FUNCTION "purge_audit_log"("days" integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	purged integer;
BEGIN
	PERFORM set_config('mar_de_minas.purge_audit_log', 'on', true);
	DELETE FROM "audit_log" WHERE "at" < now() - days * interval '1 day';
	GET DIAGNOSTICS purged = ROW_COUNT;
	PERFORM set_config('mar_de_minas.purge_audit_log', 'off', true);
	RETURN purged;
END $$;
--> statement-breakpoint
-- For a deleted account; the triggers refuse it before.
CREATE FUNCTION "forget_in_audit_log"("account" uuid, "address" text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE "audit_log" SET
		"subject" = '',
		"reason" = CASE WHEN position(address in lower("reason")) > 0 THEN '' ELSE "reason" END,
		"before" = "before" - 'notes',
		"after" = "after" - 'notes'
	WHERE "subjectId" = account;
	UPDATE "audit_log" SET "actor" = 'conta excluída' WHERE "actor" = address;
$$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION "purge_audit_log"(integer), "forget_in_audit_log"(uuid, text) FROM PUBLIC;
