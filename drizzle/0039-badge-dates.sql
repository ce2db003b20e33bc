-- When the badge was granted. Null for badges granted before that was recorded.
ALTER TABLE users ADD COLUMN verified_at timestamptz;
UPDATE users SET verified_at = granted.at
  FROM (SELECT subject_id, max(at) AS at FROM audit_log WHERE action = 'user-verified' GROUP BY subject_id) AS granted
  WHERE users.id = granted.subject_id AND is_verified;

-- No update can forget it.
CREATE FUNCTION date_badge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.verified_at := CASE WHEN NEW.is_verified THEN now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER users_date_badge BEFORE UPDATE OF is_verified ON users
  FOR EACH ROW WHEN (OLD.is_verified <> NEW.is_verified) EXECUTE FUNCTION date_badge();

-- For a dismissed look-alike: a hash of all names of the two people. The pair stays dismissed until one of them changes.
ALTER TABLE reviews ADD COLUMN names_hash text CHECK (char_length(names_hash) = 64);

-- Sorted by ID too: the next look-alikes of one verified member are read in that order, however many there are.
DROP INDEX users_lookalike_of;
CREATE INDEX users_lookalike_of ON users (lookalike_of, id) WHERE lookalike_of IS NOT NULL;
