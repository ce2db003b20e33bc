-- One pending code per handle. Only a keyed hash is stored: six digits are quickly tried.
CREATE TABLE handle_codes (
  account_id integer PRIMARY KEY REFERENCES payment_accounts ON DELETE CASCADE,
  -- The address that the code was mailed to, in small letters: after a change of the handle the code is void.
  email_key text NOT NULL CHECK (char_length(email_key) <= 254),
  -- Set when the mail is sent.
  code_hash bytea CHECK (octet_length(code_hash) = 32),
  attempts smallint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX handle_codes_expired ON handle_codes (expires_at);

-- A proof and a code are about one handle: no query that replaces the handle can keep them.
CREATE OR REPLACE FUNCTION record_replaced_handle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO handle_history (user_id, platform, old_handle, new_handle)
    VALUES (OLD.user_id, OLD.platform, OLD.username, NEW.username);
  DELETE FROM handle_codes WHERE account_id = OLD.id;
  NEW.handle_since := now();
  NEW.is_replacement := true;
  NEW.proof := NULL;
  NEW.proof_detail := NULL;
  NEW.proven_at := NULL;
  NEW.proof_failures := 0;
  RETURN NEW;
END $$;
