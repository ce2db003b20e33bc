-- The search index in less space, and quicker to build. The next start fills it again.

DELETE FROM search_index;
TRUNCATE search_people;

ALTER TABLE search_people
  DROP COLUMN keys,
  DROP COLUMN words,
  -- Separated by commas, which no key contains.
  ADD COLUMN keys text COLLATE "C" NOT NULL,
  -- The words of the person's names; see keys.ts. Servers keep the words of everybody in memory, and read on by
  -- transaction, because rows become visible in the order of commits.
  ADD COLUMN names text NOT NULL,
  ADD COLUMN added xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX search_people_added ON search_people (added, owner, id) INCLUDE (names);

-- Transactions that changed the index. Servers look here every second to know whether results they keep in memory
-- are still right. Old rows are deleted by the janitor (src/server/plugins/janitor.ts).
CREATE TABLE search_changes (
  transaction xid8 PRIMARY KEY DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX search_changes_created_at ON search_changes (created_at);
CREATE FUNCTION search_record_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_changes DEFAULT VALUES ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER search_people_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON search_people
  FOR EACH STATEMENT EXECUTE FUNCTION search_record_change();

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

DROP TABLE search_words;
CREATE OR REPLACE FUNCTION search_delete_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM search_keys k USING unnest(string_to_array(OLD.keys, ',')) AS mine (key)
  WHERE k.key = mine.key AND k.id = OLD.id;
  RETURN NULL;
END $$;
