-- What members decide about their page, what visitors report, and what admins have to look at.

ALTER TABLE users
  ADD COLUMN phone_visibility text NOT NULL DEFAULT 'everyone'
    CHECK (phone_visibility IN ('everyone', 'members', 'nobody')),
  ADD COLUMN is_listed boolean NOT NULL DEFAULT true,
  -- Until when results say that several people reported this page.
  ADD COLUMN reported_until timestamptz;

-- What a card shows to members only or for a limited time, as JSON; null for almost everybody. See search/card.ts.
ALTER TABLE search_people ADD COLUMN at_read text;

CREATE TABLE reviews (
  id serial PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('report', 'lookalike', 'verification', 'lost-badge')),
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The verified member that a look-alike resembles.
  other_user_id integer REFERENCES users ON DELETE CASCADE,
  -- The member's own words about a verification.
  note text CHECK (char_length(note) <= 1000),
  report_count integer NOT NULL DEFAULT 0,
  opened_at timestamptz NOT NULL DEFAULT now(),
  closed_at timestamptz,
  closed_by integer REFERENCES users ON DELETE SET NULL,
  action text CHECK (action IN ('dismiss', 'verify', 'suspend')),
  reason text CHECK (char_length(reason) <= 1000),
  CHECK ((closed_at IS NULL) = (action IS NULL)),
  CHECK ((kind = 'lookalike') = (other_user_id IS NOT NULL))
);
CREATE UNIQUE INDEX reviews_one_open ON reviews (user_id, kind, coalesce(other_user_id, 0)) WHERE closed_at IS NULL;
CREATE INDEX reviews_open ON reviews (id) WHERE closed_at IS NULL;
CREATE INDEX reviews_open_of_kind ON reviews (kind, id) WHERE closed_at IS NULL;
CREATE INDEX reviews_of_user ON reviews (user_id);
CREATE INDEX reviews_of_other_user ON reviews (other_user_id) WHERE other_user_id IS NOT NULL;
CREATE INDEX reviews_closed_at ON reviews (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX reviews_closed_by ON reviews (closed_by) WHERE closed_by IS NOT NULL;

CREATE TABLE reports (
  id bigserial PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  review_id integer NOT NULL REFERENCES reviews ON DELETE CASCADE,
  -- HMAC of the reporter's network, so that nobody can read it from here.
  network_hash bytea NOT NULL CHECK (octet_length(network_hash) = 32),
  member_id integer REFERENCES users ON DELETE SET NULL,
  reason text NOT NULL CHECK (reason IN ('impersonation', 'wrong-handle', 'scam', 'other')),
  details text CHECK (char_length(details) <= 1000),
  is_dismissed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX reports_one_per_network ON reports (user_id, network_hash);
CREATE UNIQUE INDEX reports_one_per_member ON reports (user_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX reports_counted ON reports (user_id, created_at) WHERE NOT is_dismissed;
CREATE INDEX reports_of_review ON reports (review_id, id);
CREATE INDEX reports_of_member ON reports (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX reports_created_at ON reports (created_at);
