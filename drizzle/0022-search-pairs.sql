-- Which words occur together in a name, as hashes (src/server/lib/word-pairs.ts). Servers keep those of everybody in
-- memory, and read on by transaction, because rows become visible in the order of commits.
TRUNCATE search_people;
DELETE FROM search_index;
ALTER TABLE search_people
  ADD COLUMN pairs integer[] NOT NULL,
  ADD COLUMN added xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX search_people_added ON search_people (added, owner, id) INCLUDE (pairs);
