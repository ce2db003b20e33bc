import sharp from 'sharp';
import { type MadePerson, randomFrom } from '#cli/bench/people.ts';
import { registerVisitor } from '#cli/cluster/visitor.ts';

/** How many of a thousand requests are of each kind. Logins are expensive by design and rare in practice. */
const SHARES = { search: 780, picture: 150, save: 60, signIn: 10 };
const MEMBERS = 20;

export type AskKind = keyof typeof SHARES;

export interface Ask {
  kind: AskKind;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A different picture per member, so that no cache serves it. */
async function drawPicture(seed: number): Promise<string> {
  const random = randomFrom(seed);
  const data = Buffer.from(Array.from({ length: 64 * 64 * 3 }, () => random.below(256)));
  const raw = { width: 64, height: 64, channels: 3 } as const;
  const png = await sharp(data, { raw }).resize(512).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Searches, pictures, saves and logins in mixed order. */
export async function makeMix(origin: string, people: MadePerson[]): Promise<Ask[]> {
  const random = randomFrom(7);
  const members: Awaited<ReturnType<typeof registerVisitor>>[] = [];
  for (let nth = 0; nth < MEMBERS; nth += 1) {
    members.push(await registerVisitor(origin, { profileImage: await drawPicture(nth) }));
  }
  const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const make: Record<AskKind, () => Omit<Ask, 'kind'>> = {
    search: () => {
      const { name, username } = random.pick(people);
      const query = random.pick([name, name.split(' ')[0] ?? name, username, name.slice(0, 3)]);
      const platform = random.pick(['all', 'all', 'paypal', 'venmo']);
      return {
        method: 'GET',
        path: `/api/users/search?${new URLSearchParams({ query, platform })}`,
      };
    },
    picture: () => ({ method: 'GET', path: random.pick(members).user.profileImage ?? '/' }),
    save: () => {
      const member = random.pick(members);
      return {
        method: 'POST',
        path: '/api/payment-accounts',
        headers: { ...json, cookie: member.cookieHeader() },
        body: JSON.stringify({ platform: 'venmo', username: `saved-${random.below(1e6)}` }),
      };
    },
    signIn: () => {
      const { email, password } = random.pick(members);
      return {
        method: 'POST',
        path: '/api/login',
        headers: json,
        body: JSON.stringify({ email, password }),
      };
    },
  };
  const kinds = Object.entries(SHARES).flatMap(([kind, share]) =>
    Array.from({ length: share }, () => kind as AskKind),
  );
  for (let last = kinds.length - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [kinds[last], kinds[other]] = [kinds[other] as 'search', kinds[last] as 'search'];
  }
  return kinds.map((kind) => ({ kind, ...make[kind]() }));
}
