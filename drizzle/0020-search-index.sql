-- The search index, second version. src/server/search writes all of it, in the transaction that changes a
-- person or a contact; the next start fills it for everybody who is stored already.

DROP TRIGGER search_forgets_user ON users;
DROP FUNCTION search_forget_user();
DROP TABLE search_people, search_keys, search_ids, search_words, search_word_forms;
DROP FUNCTION search_forget_person();
DROP FUNCTION search_word_is_used(text);
DELETE FROM search_index;

-- owner: 0 for the directory, else the member whose private contact it is.
CREATE TABLE search_people (
  owner integer NOT NULL,
  id integer NOT NULL,
  platforms smallint NOT NULL,
  -- The result as JSON, ready to be sent.
  card text NOT NULL,
  -- The rows of search_keys and search_words, so that a change or deletion finds them.
  keys text[] COLLATE "C" NOT NULL,
  words text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (owner, id)
);

-- A page of results is a stretch of this table's index; the table itself is hardly ever read.
CREATE TABLE search_keys (
  owner integer NOT NULL,
  key text COLLATE "C" NOT NULL,
  id integer NOT NULL,
  platforms smallint NOT NULL,
  -- How many letters the key shares with the person's key before it; see keys.ts.
  shared smallint NOT NULL
);
CREATE INDEX search_keys_in_order ON search_keys (owner, key, id) INCLUDE (platforms, shared);
-- Index-only scans need an up-to-date visibility map.
ALTER TABLE search_keys SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

-- The distinct words of names. Servers keep them in memory and read on by transaction, because rows become
-- visible in the order of commits.
CREATE TABLE search_words (
  owner integer NOT NULL,
  word text COLLATE "C" NOT NULL,
  -- Whoever has the word has one of these keys.
  keys text[] COLLATE "C" NOT NULL,
  added xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (owner, word)
);
CREATE INDEX search_words_added ON search_words (added);

-- A deleted person takes along the words that nobody else has. Whoever comes with a word locks it
-- (src/server/search/index-people.ts); the second statement sees those who came while the first one waited.
CREATE FUNCTION search_delete_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unused text[];
BEGIN
  DELETE FROM search_keys k USING unnest(OLD.keys) AS mine (key)
  WHERE k.owner = OLD.owner AND k.key = mine.key AND k.id = OLD.id;
  unused := ARRAY(
    SELECT w.word FROM search_words w
    WHERE w.owner = OLD.owner AND w.word = ANY (OLD.words)
      AND NOT EXISTS (SELECT FROM search_keys k WHERE k.owner = w.owner AND k.key = ANY (w.keys))
    ORDER BY w.word FOR UPDATE
  );
  DELETE FROM search_words w
  WHERE w.owner = OLD.owner AND w.word = ANY (unused)
    AND NOT EXISTS (SELECT FROM search_keys k WHERE k.owner = w.owner AND k.key = ANY (w.keys));
  RETURN NULL;
END $$;
CREATE TRIGGER search_people_deleted AFTER DELETE ON search_people
  FOR EACH ROW EXECUTE FUNCTION search_delete_keys();

CREATE FUNCTION search_delete_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_people WHERE owner = 0 AND id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_user_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION search_delete_user();

CREATE FUNCTION search_delete_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_people WHERE owner = OLD.user_id AND id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER search_contact_deleted AFTER DELETE ON contacts FOR EACH ROW EXECUTE FUNCTION search_delete_contact();
