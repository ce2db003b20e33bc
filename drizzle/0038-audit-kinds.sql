-- Admin actions and changes are few among logins: the activity list reads them without passing those.
CREATE INDEX audit_log_admin ON audit_log (id) WHERE action IN (
  'user-deleted', 'user-suspended', 'user-restored', 'user-verified', 'user-unverified', 'admin-granted', 'admin-revoked',
  'review-dismissed', 'review-reopened', 'review-verified', 'review-suspended', 'review-restored');
CREATE INDEX audit_log_changes ON audit_log (id) WHERE action IN (
  'email-changed', 'email-change-requested', 'email-confirmed', 'username-changed', 'handle-changed', 'handle-removed',
  'handle-proven', 'proof-removed', 'password-changed', 'password-reset', 'passkey-added', 'passkey-removed',
  'change-undone', 'verification-removed', 'verification-requested', 'suspension-answered');
