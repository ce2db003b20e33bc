-- When the user of a session last authenticated. Null for sessions from before: they count as not recent.
ALTER TABLE sessions
  ADD COLUMN authenticated_at timestamptz,
  -- The token before the last confirmation, which replaced it.
  ADD COLUMN replaced_hash bytea;
ALTER TABLE sessions ALTER COLUMN authenticated_at SET DEFAULT now();
CREATE UNIQUE INDEX sessions_replaced ON sessions (replaced_hash) WHERE replaced_hash IS NOT NULL;

ALTER TABLE users
  -- Known devices from before the last change of the password are not known any more.
  ADD COLUMN password_changed_at timestamptz,
  -- The first login, such as that of an imported person, is no login on a new device.
  ADD COLUMN has_logged_in boolean NOT NULL DEFAULT false,
  -- What authenticators store for a user: random, so that it tells nothing about the account.
  ADD COLUMN passkey_handle bytea UNIQUE CHECK (octet_length(passkey_handle) = 32);
UPDATE users SET has_logged_in = true WHERE password_hash IS NOT NULL;

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 1 AND 2000),
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL DEFAULT '{}',
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 50),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkeys_of_user ON passkeys (user_id);

-- Each is deleted by its first use.
CREATE TABLE webauthn_challenges (
  challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
  purpose text NOT NULL CHECK (purpose IN ('register', 'login', 'reauthenticate')),
  -- Both null for a login.
  user_id integer REFERENCES users ON DELETE CASCADE,
  session_id uuid,
  expires_at timestamptz NOT NULL
);
CREATE INDEX webauthn_challenges_expiry ON webauthn_challenges (expires_at);
CREATE INDEX webauthn_challenges_of_user ON webauthn_challenges (user_id) WHERE user_id IS NOT NULL;

-- What members see of their own account's history.
CREATE INDEX audit_log_activity ON audit_log (subject_id, id) WHERE action IN (
  'login-failed', 'new-device', 'password-changed', 'password-reset', 'passkey-added', 'passkey-removed',
  'email-changed', 'email-confirmed', 'username-changed', 'handle-changed', 'handle-removed', 'other-sessions-ended');
