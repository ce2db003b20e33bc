import type pg from 'pg';
import { PLATFORMS, type Platform } from '#contract/platforms.ts';
import { keysOf, type PersonKeys } from './keys.ts';
import type { Card } from './page-query.ts';

export interface OwnContact {
  keys: PersonKeys;
  card: Card;
}

interface Row {
  id: number;
  name: string;
  nickname: string | null;
  phone_number: string | null;
  accounts: { platform: Platform; username: string; isDefault: boolean }[] | null;
}

const STATEMENT = `
  SELECT c.id, c.name, c.nickname, c.phone_number,
    (SELECT json_agg(json_build_object(
       'platform', a.platform, 'username', a.username, 'isDefault', a.is_default))
     FROM contact_payment_accounts a WHERE a.contact_id = c.id) AS accounts
  FROM contacts c WHERE c.user_id = $1 ORDER BY c.id LIMIT 1000`;

/** The people a member added, as cards that only this member sees. */
export async function listOwnContacts(pool: pg.Pool, ownerId: number): Promise<OwnContact[]> {
  const { rows } = await pool.query<Row>({
    name: 'search-own-contacts',
    text: STATEMENT,
    values: [ownerId],
  });
  return rows.map((row) => {
    const accounts = (row.accounts ?? []).sort(
      (a, b) =>
        Number(b.isDefault) - Number(a.isDefault) ||
        PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform),
    );
    const handle = (platform: Platform) =>
      accounts.find((account) => account.platform === platform)?.username ?? null;
    return {
      keys: keysOf({
        name: row.name,
        screenName: row.nickname,
        username: null,
        isVerified: false,
        accounts,
      }),
      card: {
        id: row.id,
        username: null,
        name: row.name,
        screenName: row.nickname,
        profileImage: null,
        phoneNumber: row.phone_number,
        websiteUrl: null,
        isVerified: false,
        isContact: true,
        contactOwner: true,
        platforms: accounts.map(({ platform }) => platform),
        paypalUsername: handle('paypal'),
        cashappUsername: handle('cashapp'),
        applepayUsername: handle('applepay'),
        venmoUsername: handle('venmo'),
      },
    };
  });
}
