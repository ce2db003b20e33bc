-- The search index in less space, and quicker to build. The next start fills it again.

DELETE FROM search_index;
TRUNCATE search_people, search_words;

-- Separated by commas, which no key contains.
ALTER TABLE search_people DROP COLUMN keys, ADD COLUMN keys text COLLATE "C" NOT NULL;

-- The keys of a private contact begin with the number of their owner, so that the index begins with text:
-- PostgreSQL sorts texts by their first bytes when it builds an index, but only in the first column.
-- An import into an empty directory makes this table again (src/server/db/new-search-keys.ts).
DROP TABLE search_keys;
CREATE TABLE search_keys (
  id integer NOT NULL,
  -- The platforms, and 256 times the letters that the key shares with the person's key before it; see keys.ts.
  bits smallint NOT NULL,
  key text COLLATE "C" NOT NULL
);
CREATE INDEX search_keys_in_order ON search_keys (key, id) INCLUDE (bits);
ALTER TABLE search_keys SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

CREATE OR REPLACE FUNCTION search_delete_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unused text[];
BEGIN
  DELETE FROM search_keys k USING unnest(string_to_array(OLD.keys, ',')) AS mine (key)
  WHERE k.key = mine.key AND k.id = OLD.id;
  unused := ARRAY(
    SELECT w.word FROM search_words w
    WHERE w.owner = OLD.owner AND w.word = ANY (OLD.words)
      AND NOT EXISTS (SELECT FROM search_keys k WHERE k.key = ANY (w.keys))
    ORDER BY w.word FOR UPDATE
  );
  DELETE FROM search_words w
  WHERE w.owner = OLD.owner AND w.word = ANY (unused)
    AND NOT EXISTS (SELECT FROM search_keys k WHERE k.key = ANY (w.keys));
  RETURN NULL;
END $$;
