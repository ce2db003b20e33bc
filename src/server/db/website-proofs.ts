import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Platform } from '#contract/platforms/registry.ts';
import { shownWebsite } from '#contract/safe-website.ts';
import type { ReadPage } from '#server/lib/website/read-page.ts';
import { hasLinkToPage, provenPlatforms } from '#server/lib/website/website-proof.ts';
import { insertAudit } from './audit.ts';
import type { Db } from './client.ts';
import { indexPeople } from './index-people.ts';
import { updateJobNow } from './jobs.ts';
import { insertNotice } from './notices.ts';
import { paymentAccounts, retiredUsernames, websiteChecks } from './schema.ts';
import { findUserForChange, type UserRow } from './users.ts';

/** A website that is down for a day should not cost a member the proof. */
const FAILURES_MAX = 2;
const FORMER_USERNAMES_MAX = 20;

export const NO_PROOF = { proof: null, proofDetail: null, provenAt: null, proofFailures: 0 };

/** Takes members whose website is to be read again. Nobody else takes them for a week, also after a crash. */
export async function takeDueWebsites(db: Db, limit: number): Promise<number[]> {
  const due = sql`(SELECT user_id FROM ${websiteChecks} WHERE next_at <= now()
    ORDER BY next_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  const rows = await db
    .update(websiteChecks)
    .set({ nextAt: sql`now() + interval '7 days'` })
    .where(inArray(websiteChecks.userId, due))
    .returning({ userId: websiteChecks.userId });
  return rows.map(({ userId }) => userId);
}

/** Has the member's website read now instead of in a week. */
export async function queueWebsiteCheck(db: Db, userId: number) {
  await updateNextCheck(db, userId, sql`now()`);
  await updateJobNow(db, 'check-websites');
}

interface WebsiteCheck {
  userId: number;
  /** The member's website when it was read. */
  websiteUrl: string;
  /** Null if it could not be read. */
  page: ReadPage | null;
  publicUrl: string;
  /** Null in the weekly check. */
  ip: string | null;
}

export interface WebsiteResult {
  hasLink: boolean;
  proven: Platform[];
}

/** Needs a transaction. What changed while the page was read counts as it is now. */
export async function updateWebsiteProofs(db: Db, check: WebsiteCheck): Promise<WebsiteResult> {
  const { userId, websiteUrl, page, publicUrl, ip } = check;
  const user = await findUserForChange(db, userId);
  if (user?.websiteUrl !== websiteUrl) return { hasLink: false, proven: [] };
  const accounts = await db
    .select()
    .from(paymentAccounts)
    .where(eq(paymentAccounts.userId, userId));
  const usernames = await listUsernames(db, user);
  const links = page?.links ?? [];
  const found = provenPlatforms(links, publicUrl, { usernames, accounts });
  // The page that was read: one that only redirects proves nothing.
  const website = shownWebsite(page?.url ?? new URL(websiteUrl));
  let hasProof = false;
  for (const account of accounts) {
    const { platform, username, proof } = account;
    const where = eq(paymentAccounts.id, account.id);
    if (found.includes(platform) && proof !== 'email') {
      hasProof = true;
      await db
        .update(paymentAccounts)
        .set({ ...NO_PROOF, proof: 'website', proofDetail: website, provenAt: sql`now()` })
        .where(where);
      if (proof !== null) continue;
      const details = { platform, handle: username, website };
      await insertAudit(db, { action: 'handle-proven', actor: user, subject: user, ip, details });
    } else if (proof === 'website') {
      const proofFailures = account.proofFailures + 1;
      const isLost = proofFailures >= FAILURES_MAX;
      await db
        .update(paymentAccounts)
        .set(isLost ? NO_PROOF : { proofFailures })
        .where(where);
      const details = { platform, handle: username, website };
      if (isLost) await insertNotice(db, { kind: 'proof-removed', user, ip, details });
      else hasProof = true;
    }
  }
  if (hasProof) await updateNextCheck(db, userId, sql`now() + interval '7 days'`);
  else await db.delete(websiteChecks).where(eq(websiteChecks.userId, userId));
  await indexPeople(db, [userId]);
  return { hasLink: hasLinkToPage(links, publicUrl, usernames), proven: found };
}

async function updateNextCheck(db: Db, userId: number, nextAt: SQL) {
  await db
    .insert(websiteChecks)
    .values({ userId, nextAt })
    .onConflictDoUpdate({ target: websiteChecks.userId, set: { nextAt } });
}

/** Former usernames lead to the same page. */
async function listUsernames(db: Db, user: UserRow): Promise<string[]> {
  const rows = await db
    .select({ username: retiredUsernames.username })
    .from(retiredUsernames)
    .where(eq(retiredUsernames.userId, user.id))
    .limit(FORMER_USERNAMES_MAX);
  const former = rows.map(({ username }) => username);
  return user.username === null ? former : [user.username, ...former];
}
