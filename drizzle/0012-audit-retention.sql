-- Audit rows are kept for 400 days and the network addresses in them for 90: what is older may go, everything
-- else stays as it was written.

CREATE FUNCTION refuse_early_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '400 days' THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.at < now() - interval '90 days' AND NEW.ip IS NULL
    AND to_jsonb(NEW) - 'ip' = to_jsonb(OLD) - 'ip' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

DROP TRIGGER audit_log_is_append_only ON audit_log;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_early_change();

CREATE INDEX audit_log_at ON audit_log (at);
CREATE INDEX audit_log_addresses ON audit_log (at) WHERE ip IS NOT NULL;
