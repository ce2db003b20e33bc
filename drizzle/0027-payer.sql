-- When the current handle was set, and whether a different one was there before. Existing handles count from when they
-- were added.
ALTER TABLE payment_accounts
  ADD COLUMN handle_since timestamptz,
  ADD COLUMN is_replacement boolean NOT NULL DEFAULT false;
UPDATE payment_accounts SET handle_since = created_at;
ALTER TABLE payment_accounts
  ALTER COLUMN handle_since SET DEFAULT now(),
  ALTER COLUMN handle_since SET NOT NULL;

-- Handles that were replaced, removed or added again. The first handle of a member on a platform is not recorded: its
-- date is in payment_accounts. Deleting the account deletes its rows.
CREATE TABLE handle_history (
  id bigserial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  platform text NOT NULL,
  old_handle text,
  new_handle text,
  at timestamptz NOT NULL DEFAULT now(),
  CHECK (old_handle IS NOT NULL OR new_handle IS NOT NULL)
);
CREATE INDEX handle_history_of_user ON handle_history (user_id, platform, id);

CREATE FUNCTION handle_history_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM users WHERE id = OLD.user_id) THEN
    RETURN OLD;
  END IF;
  RAISE 'handle_history is append-only';
END $$;
CREATE TRIGGER handle_history_unchanged BEFORE UPDATE OR DELETE ON handle_history
  FOR EACH ROW EXECUTE FUNCTION handle_history_append_only();
CREATE TRIGGER handle_history_not_truncated BEFORE TRUNCATE ON handle_history
  FOR EACH STATEMENT EXECUTE FUNCTION handle_history_append_only();

CREATE FUNCTION record_replaced_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO handle_history (user_id, platform, old_handle, new_handle)
    VALUES (OLD.user_id, OLD.platform, OLD.username, NEW.username);
  NEW.handle_since := now();
  NEW.is_replacement := true;
  RETURN NEW;
END $$;
-- Not where only its case changed, or the sign in front of it: payers would be warned about the same account.
CREATE TRIGGER payment_accounts_replaced BEFORE UPDATE OF username ON payment_accounts
  FOR EACH ROW WHEN (ltrim(lower(OLD.username), '@$') <> ltrim(lower(NEW.username), '@$')) EXECUTE FUNCTION record_replaced_handle();

-- Not where the account itself is being deleted.
CREATE FUNCTION record_removed_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO handle_history (user_id, platform, old_handle)
    SELECT OLD.user_id, OLD.platform, OLD.username WHERE EXISTS (SELECT FROM users WHERE id = OLD.user_id);
  RETURN NULL;
END $$;
CREATE TRIGGER payment_accounts_removed AFTER DELETE ON payment_accounts
  FOR EACH ROW EXECUTE FUNCTION record_removed_handle();

-- Removing a handle and adding another one is a replacement too. Any earlier handle counts, not only the last one: the
-- new handle may have been removed and added again to hide it. Once per statement, for the sake of imports.
CREATE FUNCTION record_added_handles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH returning_ones AS (
    SELECT a.id, a.user_id, a.platform, a.username, 
        bool_or(ltrim(lower(h.old_handle), '@$') <> ltrim(lower(a.username), '@$')) AS is_other
    FROM added a JOIN handle_history h ON h.user_id = a.user_id AND h.platform = a.platform
    GROUP BY a.id, a.user_id, a.platform, a.username
  ), recorded AS (
    INSERT INTO handle_history (user_id, platform, new_handle)
      SELECT user_id, platform, username FROM returning_ones
  )
  UPDATE payment_accounts SET is_replacement = true
    WHERE id IN (SELECT id FROM returning_ones WHERE is_other);
  RETURN NULL;
END $$;
CREATE TRIGGER payment_accounts_added AFTER INSERT ON payment_accounts REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION record_added_handles();

-- The verified member whose name or username this member's looks like. Not a reference: src/server/db/lookalikes.ts
-- clears it together with the stored result.
ALTER TABLE users ADD COLUMN lookalike_of integer;
CREATE INDEX users_lookalike_of ON users (lookalike_of) WHERE lookalike_of IS NOT NULL;
