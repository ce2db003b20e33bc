-- A suspended member can answer once.
ALTER TABLE users
  ADD COLUMN suspension_answer text CHECK (char_length(suspension_answer) <= 1000),
  ADD COLUMN suspension_answered_at timestamptz,
  ADD CONSTRAINT users_suspension_answered_check
    CHECK ((suspension_answer IS NULL) = (suspension_answered_at IS NULL)
      AND (suspension_answer IS NULL OR suspended_at IS NOT NULL));

ALTER TABLE reviews DROP CONSTRAINT reviews_kind_check, DROP CONSTRAINT reviews_action_check;
ALTER TABLE reviews
  ADD CONSTRAINT reviews_kind_check
    CHECK (kind IN ('report', 'lookalike', 'verification', 'lost-badge', 'answer')),
  ADD CONSTRAINT reviews_action_check CHECK (action IN ('dismiss', 'verify', 'suspend', 'restore'));
