import { createHash } from 'node:crypto';

interface Profile {
  name: string;
  screenName: string | null;
  username: string | null;
  websiteUrl: string | null;
  profileImageHash: string | null;
}

/** A fingerprint of what an admin verifies: a profile that changed since has another one. */
export function profileVersion(
  { name, screenName, username, websiteUrl, profileImageHash }: Profile,
  accounts: readonly { platform: string; username: string }[],
): string {
  const handles = accounts.map((account) => [account.platform, account.username]).sort();
  return createHash('sha256')
    .update(JSON.stringify([name, screenName, username, websiteUrl, profileImageHash, handles]))
    .digest('base64url')
    .slice(0, 22);
}
