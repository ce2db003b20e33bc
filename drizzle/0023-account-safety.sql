-- An address that this account has left since was confirmed: it has an owner, though the current address is unproven.
ALTER TABLE users ADD COLUMN was_confirmed boolean NOT NULL DEFAULT false;
UPDATE users SET was_confirmed = true
  WHERE email_proven_at IS NULL AND id IN (
    SELECT subject_id FROM audit_log WHERE action IN ('email-confirmed', 'password-reset'));

-- What a member sees of their sessions. The id is neither the token nor its hash; sessions from before have no device.
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid(),
  ADD COLUMN device text CHECK (char_length(device) <= 60),
  ADD COLUMN network text CHECK (char_length(network) <= 64);
