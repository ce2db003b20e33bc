-- Usernames that were given up, by a rename or with the account. Only their former owner can have them again.
CREATE TABLE retired_usernames (
  username text COLLATE "C" PRIMARY KEY,
  -- Null once the account is deleted: the username stays retired.
  user_id integer REFERENCES users ON DELETE SET NULL,
  retired_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX retired_usernames_of_user ON retired_usernames (user_id) WHERE user_id IS NOT NULL;

-- Fails like the unique key of users.username. It looks after the row was written: whoever waited for a username to be
-- given up sees here that it was retired.
CREATE FUNCTION refuse_retired_usernames() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM FROM changed JOIN retired_usernames USING (username);
  ELSE
    PERFORM FROM retired_usernames WHERE username = NEW.username AND user_id IS DISTINCT FROM NEW.id;
  END IF;
  IF FOUND THEN
    RAISE unique_violation USING MESSAGE = 'The username is retired', CONSTRAINT = 'users_username_key';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_refuse_retired_inserted AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_retired_usernames();
CREATE TRIGGER users_refuse_retired_renamed AFTER UPDATE OF username ON users
  FOR EACH ROW WHEN (OLD.username IS DISTINCT FROM NEW.username) EXECUTE FUNCTION refuse_retired_usernames();
