-- Long words are kept by their parts and short ones by what one lost letter leaves: a third of the rows, and
-- two slips are forgiven in usernames as well. What people are found by is written anew by the server's own
-- code at the next start, as always when search_index does not say the version of the code.

CREATE TABLE search_index (
  -- One row or none, never two.
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  version integer NOT NULL
);

TRUNCATE search_people, search_keys, search_ids, search_words, search_word_forms;

-- A person's keys, one a line. Usernames and words are among them, so they need no columns of their own.
ALTER TABLE search_people DROP COLUMN ids, DROP COLUMN words, DROP COLUMN keys;
ALTER TABLE search_people ADD COLUMN keys text COLLATE "C" NOT NULL;

-- Start and middle are what all the numbered usernames of one name share: a slip behind them is looked up whole.
ALTER TABLE search_ids DROP COLUMN start_middle;

-- Somebody who leaves takes everything along, the words that only they brought included.
CREATE OR REPLACE FUNCTION search_forget_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own_keys text[] := string_to_array(OLD.keys, chr(10));
  -- 'W', two marks, the word, its grade, and one more mark: see keys.ts.
  own_words text[] := ARRAY(
    SELECT substr(key, 4, length(key) - 5) FROM unnest(own_keys) AS key WHERE starts_with(key, 'W')
  );
BEGIN
  DELETE FROM search_keys k USING unnest(own_keys) AS mine (key) WHERE k.key = mine.key AND k.rank = OLD.rank;
  DELETE FROM search_ids i USING unnest(own_words) AS mine (id) WHERE i.id = mine.id AND i.rank = OLD.rank;
  -- Locked in one order, so that two who leave at once and shared a word do not wait for each other.
  WITH unused AS MATERIALIZED (
    SELECT w.word, w.forms FROM search_words w
    WHERE w.word = ANY (own_words) AND NOT EXISTS (
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
