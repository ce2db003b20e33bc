-- Adding a payment name to an account that people may already pay.
DROP INDEX audit_log_changes;
CREATE INDEX audit_log_changes ON audit_log (id) WHERE action IN (
  'email-changed', 'email-change-requested', 'email-confirmed', 'username-changed', 'handle-added', 'handle-changed',
  'handle-removed', 'handle-proven', 'proof-removed', 'password-changed', 'password-reset', 'passkey-added',
  'passkey-removed', 'change-undone', 'verification-removed', 'verification-requested', 'suspension-answered');
DROP INDEX audit_log_activity;
CREATE INDEX audit_log_activity ON audit_log (subject_id, id) WHERE action IN (
  'login-failed', 'new-device', 'password-changed', 'password-reset', 'passkey-added', 'passkey-removed',
  'email-changed', 'email-confirmed', 'username-changed', 'handle-added', 'handle-changed', 'handle-removed',
  'other-sessions-ended');
