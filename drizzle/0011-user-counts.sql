-- How many users there are, without counting them. Every change adds a row and the sum is the number, so
-- two changes never wait for each other; the janitor folds the rows into one.
CREATE TABLE user_counts (
  total integer NOT NULL,
  verified integer NOT NULL
);

CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM user_counts;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO user_counts VALUES (0, CASE WHEN NEW.is_verified THEN 1 ELSE -1 END);
  ELSE
    INSERT INTO user_counts
      SELECT step * count(*), step * count(*) FILTER (WHERE is_verified)
      FROM changed, (VALUES (CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)) AS direction (step)
      GROUP BY step;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_count_inserted AFTER INSERT ON users REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER users_count_deleted AFTER DELETE ON users REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER users_count_verified AFTER UPDATE OF is_verified ON users
  FOR EACH ROW WHEN (OLD.is_verified <> NEW.is_verified) EXECUTE FUNCTION count_users();
CREATE TRIGGER users_count_emptied AFTER TRUNCATE ON users
  FOR EACH STATEMENT EXECUTE FUNCTION count_users();

-- After the triggers, whose lock keeps everybody else from writing until this is committed.
INSERT INTO user_counts SELECT count(*), count(*) FILTER (WHERE is_verified) FROM users HAVING count(*) > 0;

-- The admin's search by the beginning of a name.
CREATE INDEX users_name_start ON users (lower(name) COLLATE "C");
