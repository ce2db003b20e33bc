-- Somebody may come with a word at the moment when the only other one who has it leaves. Whoever comes
-- holds the word until they are stored (src/server/search/index-people.ts); whoever leaves waits for that
-- and looks again.

CREATE FUNCTION search_word_is_used(word text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM generate_series(0, 8) AS shared, (VALUES ('0'), ('1')) AS verified (mark)
    CROSS JOIN LATERAL (
      SELECT FROM search_keys k
      WHERE k.key >= 'W' || verified.mark || shared || word || chr(1)
        AND k.key < 'W' || verified.mark || shared || word || chr(4)
      LIMIT 1
    ) AS still_used
  )
$$;

CREATE OR REPLACE FUNCTION search_forget_person() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  own_keys text[] := string_to_array(OLD.keys, chr(10));
  -- 'W', two marks, the word, its grade, and one more mark: see keys.ts.
  own_words text[] := ARRAY(
    SELECT substr(key, 4, length(key) - 5) FROM unnest(own_keys) AS key WHERE starts_with(key, 'W')
  );
  held_words text[];
BEGIN
  DELETE FROM search_keys k USING unnest(own_keys) AS mine (key) WHERE k.key = mine.key AND k.rank = OLD.rank;
  DELETE FROM search_ids i USING unnest(own_words) AS mine (id) WHERE i.id = mine.id AND i.rank = OLD.rank;
  -- Held in one order, so that two who leave at once and shared a word do not wait for each other.
  held_words := ARRAY(
    SELECT w.word FROM search_words w
    WHERE w.word = ANY (own_words) AND NOT search_word_is_used(w.word)
    ORDER BY w.word FOR UPDATE
  );
  -- A statement of its own sees who came while this one waited.
  WITH unused AS MATERIALIZED (
    SELECT w.word, w.forms FROM search_words w
    WHERE w.word = ANY (held_words) AND NOT search_word_is_used(w.word)
  ), forgotten AS (
    DELETE FROM search_words w USING unused WHERE w.word = unused.word
  )
  DELETE FROM search_word_forms f USING unused, unnest(unused.forms) AS mine (form)
  WHERE f.form = mine.form AND f.word = unused.word;
  RETURN NULL;
END $$;
