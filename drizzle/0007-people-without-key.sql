-- Who writes to search_people holds the person's row already, so a foreign key would look it up once more
-- for nothing.
ALTER TABLE search_people DROP CONSTRAINT search_people_user_id_fkey;
CREATE FUNCTION search_forget_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_people WHERE user_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_forgets_user AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION search_forget_user();
