-- What people are found by. Written by the server's own code in the transaction that changes a person
-- (src/server/search); every text here is folded already and compared byte by byte.

-- A person's keys, so that a change or a deletion finds its rows without a second index on them.
CREATE TABLE search_people (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Sorts verified people first, then by id: the id, or the id less 2^31.
  rank integer NOT NULL,
  platforms smallint NOT NULL,
  keys text[] COLLATE "C" NOT NULL,
  ids text[] COLLATE "C" NOT NULL,
  words text[] COLLATE "C" NOT NULL
);

-- A page of results is a stretch of this table's index.
CREATE TABLE search_keys (
  key text COLLATE "C" NOT NULL,
  rank integer NOT NULL,
  platforms smallint NOT NULL,
  PRIMARY KEY (key, rank) INCLUDE (platforms)
);

-- Usernames and handles in full, and by the parts that one typo leaves untouched.
CREATE TABLE search_ids (
  id text COLLATE "C" NOT NULL,
  rank integer NOT NULL,
  platforms smallint NOT NULL,
  start_middle integer NOT NULL,
  start_end integer NOT NULL,
  middle_end integer NOT NULL,
  PRIMARY KEY (id, rank) INCLUDE (platforms)
);
CREATE INDEX search_ids_start_middle ON search_ids (start_middle);
CREATE INDEX search_ids_start_end ON search_ids (start_end);
CREATE INDEX search_ids_middle_end ON search_ids (middle_end);

-- The words that names are made of, each once, and the forms that a typo leaves of them, hashed.
CREATE TABLE search_words (
  word text COLLATE "C" PRIMARY KEY,
  forms integer[] NOT NULL
);
CREATE TABLE search_word_forms (
  form integer NOT NULL,
  word text COLLATE "C" NOT NULL,
  PRIMARY KEY (form, word)
);

-- Half a million dead rows before the first clean-up would be felt by every search.
ALTER TABLE search_keys SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1);

-- Somebody who leaves takes everything along, the words that only they brought included.
CREATE FUNCTION search_forget_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_keys k USING unnest(OLD.keys) AS mine (key) WHERE k.key = mine.key AND k.rank = OLD.rank;
  DELETE FROM search_ids i USING unnest(OLD.ids) AS mine (id) WHERE i.id = mine.id AND i.rank = OLD.rank;
  -- Locked in one order, so that two who leave at once and shared a word do not wait for each other.
  WITH unused AS MATERIALIZED (
    SELECT w.word, w.forms FROM search_words w
    WHERE w.word = ANY (OLD.words) AND NOT EXISTS (
      SELECT FROM generate_series(0, 8) AS shared, (VALUES ('0'), ('1')) AS verified (mark)
      CROSS JOIN LATERAL (
        SELECT FROM search_keys k
        WHERE k.key >= 'W' || verified.mark || shared || w.word || chr(1)
          AND k.key < 'W' || verified.mark || shared || w.word || chr(4)
        LIMIT 1
      ) AS still_used
    )
    ORDER BY w.word FOR UPDATE
  ), forgotten AS (
    DELETE FROM search_words w USING unused WHERE w.word = unused.word
  )
  DELETE FROM search_word_forms f USING unused, unnest(unused.forms) AS mine (form)
  WHERE f.form = mine.form AND f.word = unused.word;
  RETURN NULL;
END $$;
CREATE TRIGGER search_people_forgets AFTER DELETE ON search_people
  FOR EACH ROW EXECUTE FUNCTION search_forget_person();
