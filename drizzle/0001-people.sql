-- Everything a person owns hangs on users with ON DELETE CASCADE, so a deletion leaves nothing behind.
-- *_key columns hold the folded form our own code compares by; the server's locale never decides.

CREATE TABLE users (
  id serial PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 100),
  screen_name text CHECK (char_length(screen_name) BETWEEN 2 AND 50),
  screen_name_key text COLLATE "C" UNIQUE,
  username text COLLATE "C" UNIQUE CHECK (username ~ '^[a-z0-9._-]{3,30}$'),
  email text CHECK (char_length(email) <= 254),
  email_key text COLLATE "C" UNIQUE,
  email_proven_at timestamptz,
  password_hash text,
  phone_number text CHECK (phone_number ~ '^[+]?[1-9][0-9]{1,14}$'),
  website_url text CHECK (char_length(website_url) <= 300 AND website_url ~* '^https?://'),
  profile_image text CHECK (profile_image LIKE 'data:image/webp;base64,%'),
  profile_image_hash text COLLATE "C",
  is_verified boolean NOT NULL DEFAULT false,
  is_admin boolean NOT NULL DEFAULT false,
  is_demo boolean NOT NULL DEFAULT false,
  reset_token_hash bytea UNIQUE,
  reset_token_expiry timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((screen_name IS NULL) = (screen_name_key IS NULL)),
  CHECK ((email IS NULL) = (email_key IS NULL)),
  CHECK ((profile_image IS NULL) = (profile_image_hash IS NULL)),
  CHECK ((reset_token_hash IS NULL) = (reset_token_expiry IS NULL))
);
CREATE INDEX users_admins ON users (id) WHERE is_admin;
CREATE INDEX users_verified ON users (id) WHERE is_verified;
CREATE INDEX users_demo ON users (id) WHERE is_demo;

CREATE TABLE payment_accounts (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  platform text NOT NULL CHECK (platform IN ('cashapp', 'paypal', 'applepay', 'venmo')),
  username text NOT NULL CHECK (char_length(username) BETWEEN 1 AND 254),
  -- The member's own ranking; null sorts after ranked ones, in the platforms' default order.
  position smallint,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, platform)
);

CREATE TABLE contacts (
  id serial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 100),
  nickname text CHECK (char_length(nickname) BETWEEN 1 AND 50),
  phone_number text CHECK (phone_number ~ '^[+]?[1-9][0-9]{1,14}$'),
  relationship text CHECK (char_length(relationship) BETWEEN 1 AND 50),
  notes text CHECK (char_length(notes) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX contacts_of_user ON contacts (user_id, id);

CREATE TABLE contact_payment_accounts (
  id serial PRIMARY KEY,
  contact_id integer NOT NULL REFERENCES contacts ON DELETE CASCADE,
  platform text NOT NULL CHECK (platform IN ('cashapp', 'paypal', 'applepay', 'venmo')),
  username text NOT NULL CHECK (char_length(username) BETWEEN 1 AND 254),
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (contact_id, platform)
);
CREATE UNIQUE INDEX one_default_account_a_contact ON contact_payment_accounts (contact_id) WHERE is_default;
