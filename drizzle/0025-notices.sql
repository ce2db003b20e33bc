-- A new address of a confirmed account waits here until its link is followed. Not unique: it belongs to nobody yet.
ALTER TABLE users
  ADD COLUMN pending_email text CHECK (char_length(pending_email) <= 254),
  ADD COLUMN pending_email_key text COLLATE "C",
  -- Devices that were known before are no longer: the password changed, or all devices were signed out.
  ADD COLUMN devices_since timestamptz,
  -- After an undo nothing important can be changed until the owner has chosen a new password by mail.
  ADD COLUMN needs_new_password boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT users_pending_email_pair CHECK ((pending_email IS NULL) = (pending_email_key IS NULL));

-- What a mailed notice can restore. The token is created when the mail is sent, and only its hash is stored.
CREATE TABLE undos (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea UNIQUE CHECK (octet_length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL,
  -- The previous values, a password hash among them.
  before jsonb NOT NULL,
  -- The address that the notice is mailed to.
  email_key text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '7 days',
  used_at timestamptz
);
CREATE INDEX undos_of_user ON undos (user_id, created_at);
CREATE INDEX undos_expiry ON undos (expires_at);
