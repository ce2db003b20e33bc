-- One queue for everything that runs outside of a request: mails, retention and periodic checks.
CREATE TABLE jobs (
  id bigserial PRIMARY KEY,
  -- Lanes run independently of each other: a mail server that hangs delays mails only.
  lane text NOT NULL CHECK (char_length(lane) BETWEEN 1 AND 40),
  task text NOT NULL CHECK (char_length(task) BETWEEN 1 AND 60),
  -- No secret is stored here: tokens are created when a mail is sent.
  payload jsonb NOT NULL DEFAULT '{}' CHECK (octet_length(payload::text) <= 16384),
  -- Of several jobs with one key only the first is queued.
  key text COLLATE "C" UNIQUE CHECK (char_length(key) BETWEEN 1 AND 200),
  user_id integer REFERENCES users ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  -- While a job runs, this is when another node may take it over.
  run_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX jobs_due ON jobs (lane, run_at, id);
CREATE INDEX jobs_of_user ON jobs (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX jobs_of_recipient ON jobs (lower(payload->>'recipient')) WHERE task = 'send-mail';

-- Mails keep their numbers: a node of the previous version may be sending one of them right now.
INSERT INTO jobs (id, lane, task, payload, user_id, attempts, run_at, last_error, created_at)
  SELECT id, 'mail', 'send-mail', jsonb_build_object('kind', kind, 'recipient', recipient, 'data', data),
         user_id, attempts, next_attempt_at, last_error, created_at
    FROM mail_queue;
SELECT setval('jobs_id_seq', last_value, is_called) FROM mail_queue_id_seq;
DROP TABLE mail_queue;

-- For nodes of the previous version, which run beside new ones during an upgrade.
CREATE VIEW mail_queue AS
  SELECT id, payload->>'kind' AS kind, payload->>'recipient' AS recipient, user_id, payload->'data' AS data,
         attempts, run_at AS next_attempt_at, last_error, created_at
    FROM jobs WHERE task = 'send-mail';
CREATE FUNCTION insert_queued_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO jobs (lane, task, payload, user_id, run_at)
    VALUES ('mail', 'send-mail',
            jsonb_build_object('kind', NEW.kind, 'recipient', NEW.recipient, 'data', coalesce(NEW.data, '{}')),
            NEW.user_id, coalesce(NEW.next_attempt_at, now()));
  RETURN NEW;
END $$;
CREATE TRIGGER mail_queue_insert INSTEAD OF INSERT ON mail_queue
  FOR EACH ROW EXECUTE FUNCTION insert_queued_mail();

-- A suspended member is in no search and on no public page; the reason is shown to the member.
ALTER TABLE users
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspended_reason text CHECK (char_length(suspended_reason) <= 500),
  ADD CONSTRAINT users_suspended_check CHECK (suspended_at IS NOT NULL OR suspended_reason IS NULL);
