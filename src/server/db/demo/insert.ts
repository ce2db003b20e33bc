import { createHash } from 'node:crypto';
import { eq, inArray, sql } from 'drizzle-orm';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import type { Db } from '#server/db/client.ts';
import { indexPeople, withoutLookalikes } from '#server/db/index-people.ts';
import { paymentAccounts, users } from '#server/db/schema.ts';
import { screenNameKey } from '#server/lib/keys.ts';
import { loadSharp } from '#server/lib/load-sharp.ts';
import { DEMO_PEOPLE } from './people.ts';
import { PORTRAITS, type PortraitName, portraitSvg } from './portraits.ts';

/** Inserts the fictional people, all or none, so that a first search finds someone. */
export async function insertDemoPeople(db: Db): Promise<number> {
  const pictures = await drawPortraits();
  const rows = DEMO_PEOPLE.map((person) => ({
    name: person.name,
    // A card shows the screen name; without one it would show the username.
    screenName: person.screenName ?? person.name,
    screenNameKey: screenNameKey(person.screenName ?? person.name),
    username: person.username,
    phoneNumber: person.phone ?? null,
    websiteUrl: person.website ?? null,
    isVerified: person.isVerified ?? false,
    verifiedAt: person.isVerified ? new Date() : null,
    isDemo: true,
    ...(person.portrait ? pictures.get(person.portrait) : {}),
  }));
  return db.transaction(async (tx) => {
    const added = await tx
      .insert(users)
      .values(rows)
      .returning({ id: users.id, username: users.username });
    const idOf = new Map(added.map(({ id, username }) => [username, id]));
    const accounts = DEMO_PEOPLE.flatMap((person) => {
      const userId = idOf.get(person.username);
      if (userId === undefined) throw new Error(`${person.username} was not stored.`);
      const ranked = Object.entries(person.accounts);
      return PLATFORMS.flatMap((platform) => {
        const position = ranked.findIndex(([name]) => name === platform);
        const username = person.accounts[platform];
        return username === undefined ? [] : [{ userId, platform, username, position }];
      });
    });
    await tx.insert(paymentAccounts).values(accounts);
    await indexPeople(tx, [...idOf.values()]);
    return added.length;
  });
}

/** Deletes the fictional people; returns how many there were. */
export async function deleteDemoPeople(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    // Locked in the order of every other change to several people.
    const rows = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.isDemo, sql`true`))
      .orderBy(users.id)
      .for('update');
    const ids = rows.map(({ id }) => id);
    await withoutLookalikes(tx, ids, () => tx.delete(users).where(inArray(users.id, ids)));
    return ids.length;
  });
}

async function drawPortraits() {
  const sharp = await loadSharp();
  const names = Object.keys(PORTRAITS) as PortraitName[];
  const drawn = await Promise.all(
    names.map(async (name) => {
      const webp = await sharp(Buffer.from(portraitSvg(PORTRAITS[name])))
        .resize(512, 512)
        .webp({ quality: 82 })
        .toBuffer();
      const profileImage = `data:image/webp;base64,${webp.toString('base64')}`;
      const profileImageHash = createHash('sha256').update(webp).digest('hex').slice(0, 32);
      return [name, { profileImage, profileImageHash }] as const;
    }),
  );
  return new Map(drawn);
}
