-- Whom a member saved. Only the id: their card is read when it is shown.
CREATE TABLE saved_people (
  -- The order of the list: a time can be the same for two.
  id bigserial NOT NULL,
  owner_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  person_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, person_id),
  CHECK (owner_id <> person_id)
);
CREATE INDEX saved_people_in_order ON saved_people (owner_id, id);
CREATE INDEX saved_people_of_person ON saved_people (person_id);
