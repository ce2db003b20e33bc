-- Only hashes of tokens are ever stored: a stolen backup opens no session and follows no link.

CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_of_user ON sessions (user_id);
CREATE INDEX sessions_by_use ON sessions (last_used_at);

CREATE TABLE email_confirmations (
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The address that the link was mailed to: a later change of email must not be proven by it.
  email_key text COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX email_confirmations_of_user ON email_confirmations (user_id);

-- Mails waiting to leave. Links are made when a mail is sent, so no token rests here.
CREATE TABLE mail_queue (
  id bigserial PRIMARY KEY,
  kind text NOT NULL,
  recipient text NOT NULL CHECK (char_length(recipient) <= 254),
  user_id integer REFERENCES users ON DELETE CASCADE,
  data jsonb NOT NULL DEFAULT '{}',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX mail_queue_due ON mail_queue (next_attempt_at, id);

CREATE TABLE audit_log (
  id bigserial PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  -- No foreign keys: the record outlives the people in it, with a snapshot of who they were.
  actor_id integer,
  actor jsonb,
  subject_id integer,
  subject jsonb,
  ip text,
  details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_log_subject ON audit_log (subject_id, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Counters shared by every node. Unlogged: they are cheap to write, and losing them in a crash harms nobody.
CREATE UNLOGGED TABLE rate_limits (
  key text COLLATE "C" PRIMARY KEY,
  hits integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_expired ON rate_limits (resets_at);
