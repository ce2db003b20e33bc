-- Most people have no open reset and many no screen name. Nobody looks for those who have none, so the
-- indexes hold only who has one: smaller, and nothing to write for the others.
ALTER TABLE users DROP CONSTRAINT users_reset_token_hash_key;
CREATE UNIQUE INDEX users_reset_token_hash_key ON users (reset_token_hash) WHERE reset_token_hash IS NOT NULL;
ALTER TABLE users DROP CONSTRAINT users_screen_name_key_key;
CREATE UNIQUE INDEX users_screen_name_key_key ON users (screen_name_key) WHERE screen_name_key IS NOT NULL;
