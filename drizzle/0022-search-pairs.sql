-- Which words occur together in names, as hashes (src/server/lib/word-pairs.ts). Servers keep them in memory. Pairs are
-- never deleted: one that nobody has any more only costs a lookup.
CREATE TABLE search_pairs (
  pair integer PRIMARY KEY,
  added xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE INDEX search_pairs_added ON search_pairs (added);
