-- How it was proven that a handle is the member's own, besides being the account's confirmed email.
ALTER TABLE payment_accounts
  ADD COLUMN proof text CHECK (proof IN ('email', 'website')),
  -- The host of the website.
  ADD COLUMN proof_detail text CHECK (char_length(proof_detail) <= 300),
  ADD COLUMN proven_at timestamptz,
  -- Checks of the website in a row that did not find the handle.
  ADD COLUMN proof_failures smallint NOT NULL DEFAULT 0,
  ADD CONSTRAINT payment_accounts_proven_check CHECK ((proof IS NULL) = (proven_at IS NULL));

-- Members whose website proves a handle, and when it is read again.
CREATE TABLE website_checks (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  next_at timestamptz NOT NULL DEFAULT now() + interval '7 days'
);
CREATE INDEX website_checks_due ON website_checks (next_at);

-- Another website proves nothing until it was read.
CREATE FUNCTION remove_website_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE payment_accounts SET proof = NULL, proof_detail = NULL, proven_at = NULL, proof_failures = 0
    WHERE user_id = NEW.id AND proof = 'website';
  DELETE FROM website_checks WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_website_changed AFTER UPDATE OF website_url ON users
  FOR EACH ROW WHEN (OLD.website_url IS DISTINCT FROM NEW.website_url) EXECUTE FUNCTION remove_website_proofs();
