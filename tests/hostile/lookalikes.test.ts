import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminCommand } from '#cli/admin-command.ts';
import type { Review } from '#contract/reviews.ts';
import { deleteDemoPeople, insertDemoPeople } from '#server/db/demo/insert.ts';
import { MARKED_MAX } from '#server/db/lookalikes.ts';
import { insertNotice } from '#server/db/notices.ts';
import { LOOKALIKES_OPEN_MAX } from '#server/db/reviews.ts';
import { users } from '#server/db/schema.ts';
import { addPeople, searchPage, searchUrl } from '#tests/support/directory.ts';
import { pauseTransactions, untilWaiting } from '#tests/support/interleave.ts';
import { tokenOfNotice, undo } from '#tests/support/notices.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Somebody takes a name or username that looks like a verified member's. */
let test: TestApp;
let admin: Awaited<ReturnType<TestApp['loginAs']>>;
beforeAll(async () => {
  test = await buildTestApp({}, { sharedSearchMs: 3_600_000 });
  admin = await test.loginAs({ isAdmin: true });
});
afterAll(() => test.close());

async function cautionOf(id: number) {
  const { rows } = await test.pool.query<{ username: string }>(
    'SELECT username FROM users WHERE id = $1',
    [id],
  );
  const query = rows[0]?.username ?? '';
  const { cards } = await searchPage(test.call, searchUrl({ query }));
  const card = cards.find((each) => each.id === id);
  if (!card) throw new Error('The person was not found.');
  return card.caution;
}

const setVerified = async (id: number, isVerified: boolean) => {
  const answer = await admin.call('PATCH', `/api/admin/users/${id}`, { body: { isVerified } });
  expect(answer.statusCode, answer.body).toBe(200);
};
const rename = async (id: number, body: object) => {
  const answer = await (await test.loginAs({ id })).call('PATCH', '/api/me', { body });
  expect(answer.statusCode, answer.body).toBe(200);
};
const add = async (name: string, username: string, isVerified = false) => {
  const [id = 0] = await addPeople(test, [{ name, screenName: null, username, isVerified }]);
  return id;
};
const lookalike = (name: string, username: string) => ({
  kind: 'lookalike',
  of: { name, username },
});

describe('a name that looks like a verified one', () => {
  it.each([
    ['name with a zero', { name: 'Zora 0kafor' }],
    ['name with Cyrillic letters', { name: 'Zоrа Okafor' }],
    ['name in small capitals', { name: 'ᴢᴏʀᴀ ᴏᴋᴀꜰᴏʀ' }],
    ['name with a letter in a square', { name: '🆉ora Okafor' }],
    ['name with a letter of a flag', { name: '🇿ora Okafor' }],
    ['name with letters of other scripts', { name: 'ZoЯΛ Okafor' }],
    ['name with an at sign', { name: 'Zor@ Okaf⊙r' }],
    ['name with a number', { name: 'Zora Okafor1' }],
    ['name with a number as a word', { name: 'Zora Okafor #2' }],
    ['name with a title', { name: 'Zora Okafor Official' }],
    ['username with a title', { username: 'zora-okafor.support' }],
    ['screen name with a number', { screenName: 'Zora Okafor2026' }],
    ['screen name', { screenName: 'Zora 0kafor' }],
    ['username', { username: 'zora-0kafor' }],
    ['username like the name', { username: 'z0raokafor' }],
  ])('is a caution: %s', async (_what, change) => {
    const verified = await add('Zora Okafor', 'zora-okafor', true);
    const impostor = await add('Somebody Else', 'somebody');
    expect(await cautionOf(impostor)).toBeNull();
    await rename(impostor, change);
    expect(await cautionOf(impostor)).toEqual(lookalike('Zora Okafor', 'zora-okafor'));
    expect(await cautionOf(verified)).toBeNull();

    await rename(impostor, { name: 'Honest Person', screenName: null, username: 'honest' });
    expect(await cautionOf(impostor)).toBeNull();
    await test.pool.query('DELETE FROM users WHERE id IN ($1, $2)', [verified, impostor]);
    await test.pool.query('DELETE FROM retired_usernames');
  });

  it.each([
    ...['L1sa Millqvist', 'Llsa Millqvist', 'Lisa Millqv1st', 'Lisa Millqvlst', 'Li5a Millqvist'],
    ...['Li$a Millqvist', 'Lisa Mi!!qvist', 'L1sa Mi11qv!5t'],
  ])('is a caution with digits, signs and letters that are read as others: %s', async (name) => {
    const verified = await add('Lisa Millqvist', 'lisam', true);
    const impostor = await add('Somebody Else', 'somebody');
    await rename(impostor, { name });
    expect(await cautionOf(impostor)).toEqual(lookalike('Lisa Millqvist', 'lisam'));
    await setVerified(verified, false);
    expect(await cautionOf(impostor)).toBeNull();
    await setVerified(verified, true);
    expect(await cautionOf(impostor)).toEqual(lookalike('Lisa Millqvist', 'lisam'));
    await test.pool.query('DELETE FROM users WHERE id IN ($1, $2)', [verified, impostor]);
  });

  it('is none for another name with the letters i and l', async () => {
    await add('Lia Smith', 'lia.smith', true);
    await add('Neil Smith', 'neil.smith', true);
    expect(await cautionOf(await add('Ila Smith', 'ila.smith'))).toBeNull();
    expect(await cautionOf(await add('Nell Smith', 'nell.smith'))).toBeNull();
  });

  it('is one from the start, at registration', async () => {
    const verified = await add('Iris Vandermeer', 'irisv', true);
    const answer = await test.call('POST', '/api/register', {
      body: {
        name: 'lris Vandermeer',
        screenName: 'Iris V',
        email: 'lris@example.com',
        password: 'correct horse battery',
      },
    });
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await cautionOf(answer.json().id)).toEqual(lookalike('Iris Vandermeer', 'irisv'));
    expect(await cautionOf(verified)).toBeNull();
  });

  it.each([
    ['name', { name: 'Maria Garza' }],
    ['name with other accents, case and spaces', { name: 'maría  GARZA' }],
    ['screen name', { screenName: 'Maria Garza' }],
    ['username like the name', { username: 'mariagarza' }],
    ['name like the username', { name: 'The Real Garza' }],
  ])('is a caution with the very same letters too: %s', async (_what, change) => {
    const verified = await add('Maria Garza', 'the-real-garza', true);
    const impostor = await add('Somebody Else', 'somebody');
    await rename(impostor, change);
    expect(await cautionOf(impostor)).toEqual(lookalike('Maria Garza', 'the-real-garza'));
    expect(await cautionOf(verified)).toBeNull();
    await test.pool.query('DELETE FROM users WHERE id IN ($1, $2)', [verified, impostor]);
    await test.pool.query('DELETE FROM retired_usernames');
  });

  it('is a caution however many orders the words of another name have', async () => {
    const verified = await add('Zora Quillfeather', 'zora-quillfeather', true);
    const impostor = await add('Somebody Else', 'somebody');
    await rename(impostor, {
      name: 'Zzöäü-Zzüxö Zzöyü Zzäzö Zzüwä Zzöä',
      screenName: 'Zora Quíllfeather',
    });
    expect(await cautionOf(impostor)).toEqual(lookalike('Zora Quillfeather', 'zora-quillfeather'));
    await test.pool.query('DELETE FROM users WHERE id IN ($1, $2)', [verified, impostor]);
    await test.pool.query('DELETE FROM retired_usernames');
  });

  it('is a caution with symbols, emoji or marks that are no letters', async () => {
    const verified = await add('Zora Quillfeather', 'zora-quillfeather', true);
    const names = [
      ...['Zora Quillfeather—', 'Zora—Quillfeather', 'Zora Quillfeather ❤', 'Zora Quillfeather ⭐'],
      ...['Zora Quillfeather 🔥', 'Zora Quillfeather\u02cc', 'Zora Quillfeather\ua717'],
      ...['Zora Quillfeather |', 'Zora Quillfeather|', 'Zora Qui||feather ❤'],
    ];
    for (const [at, name] of names.entries()) {
      const answer = await test.call('POST', '/api/register', {
        body: { name, email: `symbol${at}@example.com`, password: 'correct horse battery' },
      });
      expect(answer.statusCode, answer.body).toBe(201);
      expect(await cautionOf(answer.json().id), name).toEqual(
        lookalike('Zora Quillfeather', 'zora-quillfeather'),
      );
    }
    // Names with these are refused now, but may be older than that rule.
    for (const [at, sign] of ['®', '©'].entries()) {
      const older = await add(`Zora Quillfeather${sign}`, `older-sign${at}`);
      expect(await cautionOf(older)).toEqual(lookalike('Zora Quillfeather', 'zora-quillfeather'));
    }
    expect(await cautionOf(verified)).toBeNull();
    await test.pool.query('DELETE FROM users WHERE id = $1', [verified]);
  });

  it('is none on a verified namesake, listed or not, nor does the queue have one', async () => {
    await add('Rosa Tamayo', 'rosa.one', true);
    const listed = await add('Rosa Tamayo', 'rosa.two', true);
    const unlisted = await add('Rosa Tamayo', 'rosa.three', true);
    await rename(unlisted, { isListed: false });
    expect([await cautionOf(listed), await cautionOf(unlisted)]).toEqual([null, null]);
    const { rows } = await test.pool.query('SELECT FROM reviews WHERE user_id = ANY($1)', [
      [listed, unlisted],
    ]);
    expect(rows).toEqual([]);
  });

  it('is none for another number', async () => {
    await add('Route66', 'route.one', true);
    expect(await cautionOf(await add('Route67', 'route.two'))).toBeNull();
    expect(await cautionOf(await add('Route 67', 'route.three'))).toBeNull();
    expect(await cautionOf(await add('Route', 'route.four'))).toBeNull();
  });

  it('is none if the other is not verified', async () => {
    const one = await add('Tom Moore', 'tommoore');
    const other = await add('Torn Moore', 'torn.moore');
    expect(await cautionOf(one)).toBeNull();
    expect(await cautionOf(other)).toBeNull();
  });
});

describe('the badge', () => {
  it('marks those who look alike already, and unmarks them when it is lost', async () => {
    const real = await add('Amelia Stone', 'amelia.stone');
    const impostor = await add('Arnelia Stone', 'arnelia');
    expect(await cautionOf(impostor)).toBeNull();
    await setVerified(real, true);
    expect(await cautionOf(impostor)).toEqual(lookalike('Amelia Stone', 'amelia.stone'));
    await setVerified(real, false);
    expect(await cautionOf(impostor)).toBeNull();
    await setVerified(real, true);
    await rename(real, { name: 'Amelia Rock' });
    expect(await cautionOf(impostor)).toBeNull();
  });

  it('is lost with the account', async () => {
    const real = await add('Nadia Colombo', 'nadia.c', true);
    const second = await add('Nadia Co1ombo', 'nadia.co', true);
    const impostor = await add('Nadia C0lombo', 'nadia.d');
    expect(await cautionOf(impostor)).toEqual(lookalike('Nadia Colombo', 'nadia.c'));
    expect((await admin.call('DELETE', `/api/user/${real}`)).statusCode).toBe(200);
    expect(await cautionOf(impostor)).toEqual(lookalike('Nadia Co1ombo', 'nadia.co'));
    expect((await admin.call('DELETE', `/api/user/${second}`)).statusCode).toBe(200);
    expect(await cautionOf(impostor)).toBeNull();
  });

  it('protects from a caution: a member who has it looks like nobody', async () => {
    const one = await add('Olga Ivanova', 'olga.i', true);
    const other = await add('0lga Ivanova', 'olga.j');
    expect(await cautionOf(other)).not.toBeNull();
    await setVerified(other, true);
    expect(await cautionOf(other)).toBeNull();
    expect(await cautionOf(one)).toBeNull();
    // A third who looks like both cannot put a caution on either.
    const third = await add('0lga lvanova', 'olga.k');
    expect(await cautionOf(third)).not.toBeNull();
    expect([await cautionOf(one), await cautionOf(other)]).toEqual([null, null]);
    await setVerified(one, false);
    expect(await cautionOf(one)).toEqual(lookalike('0lga Ivanova', 'olga.j'));
  });

  it(`marks at most ${MARKED_MAX} in one transaction, and the rest with a job`, async () => {
    const real = await add('Bo Crowd', 'bo.crowd');
    const crowd = Array.from({ length: MARKED_MAX + 5 }, (_, at) => ({
      name: at % 2 === 0 ? 'B0 Crowd' : 'Bo Crowd',
      username: `crowd${at}`,
    }));
    await addPeople(test, crowd);
    const countMarked = async () =>
      (await test.pool.query('SELECT FROM users WHERE lookalike_of = $1', [real])).rowCount;
    const countInQueue = async () =>
      (await test.pool.query('SELECT FROM reviews WHERE other_user_id = $1', [real])).rowCount;
    await setVerified(real, true);
    expect(await countMarked()).toBe(MARKED_MAX);
    await test.app.jobs.drained('upkeep');
    expect(await countMarked()).toBe(MARKED_MAX + 5);
    // A common name does not fill the queue.
    expect(await countInQueue()).toBe(LOOKALIKES_OPEN_MAX);
    await setVerified(real, false);
    expect(await countMarked()).toBe(5);
    await test.app.jobs.drained('upkeep');
    expect(await countMarked()).toBe(0);
    expect(await countInQueue()).toBe(0);
  });

  it('of a fictional person goes with that person', async () => {
    await insertDemoPeople(test.db);
    const impostor = await add('Maya 0kafor', 'maya.zero');
    expect(await cautionOf(impostor)).toEqual(lookalike('Maya Okafor', 'mayaokafor'));
    await deleteDemoPeople(test.db);
    test.app.peopleSearch.markChanged();
    expect(await cautionOf(impostor)).toBeNull();
  });
});

it('a badge does not wait for an impostor who keeps their own row busy: a job marks them', async () => {
  const real = await add('Sirius Onyx', 'sirius');
  const impostor = await add('Sirius 0nyx', 'sirius.zero');
  const busy = await test.pool.connect();
  try {
    await busy.query('BEGIN');
    await busy.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [impostor]);
    await setVerified(real, true);
  } finally {
    await busy.query('ROLLBACK');
    busy.release();
  }
  await test.app.jobs.drained('upkeep');
  expect(await cautionOf(impostor)).toEqual(lookalike('Sirius Onyx', 'sirius'));
});

it('a rename and a badge at the same moment do not miss each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    const real = await add(`Racing Orca ${'abcde'[round]}`, `orca${round}`);
    const impostor = await add('Nobody Yet', `racer${round}`);
    await Promise.all([
      setVerified(real, true),
      rename(impostor, { name: `Racing 0rca ${'abcde'[round]}` }),
    ]);
    expect(await cautionOf(impostor)).toMatchObject({ kind: 'lookalike' });
  }
});

async function itemOf(id: number): Promise<Review | undefined> {
  const path = '/api/admin/reviews?kind=lookalike&limit=50';
  for (let next: string | undefined = path; next; ) {
    const answer: Awaited<ReturnType<typeof admin.call>> = await admin.call('GET', next);
    const found = (answer.json() as Review[]).find(({ person }) => person.id === id);
    if (found) return found;
    next = /<(.+)>/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  return undefined;
}

const close = async (id: number, action: object) => {
  const item = await itemOf(id);
  if (!item) throw new Error('There is no item about this person.');
  const body = { version: item.person.version, ...action };
  return admin.call('POST', `/api/admin/reviews/${item.id}`, { body });
};
const dismiss = async (id: number) => {
  const answer = await close(id, { action: 'dismiss' });
  expect(answer.statusCode, answer.body).toBe(200);
  expect([await cautionOf(id), await itemOf(id)]).toEqual([null, undefined]);
};
const deleteOthers = async () => {
  await test.pool.query('DELETE FROM users WHERE id <> $1', [admin.id]);
  await test.pool.query('DELETE FROM retired_usernames');
};

async function suspendByCommand(id: number) {
  const { rows } = await test.pool.query('SELECT email FROM users WHERE id = $1', [id]);
  await adminCommand(['suspend', rows[0].email, '--reason', 'Not theirs.'])(test.db, []);
}
const save = (body: object) => (id: number) => rename(id, body);

/** With the link of a notice from before. */
async function undoUsername(id: number) {
  const [user] = await test.db.select().from(users).where(eq(users.id, id));
  if (!user?.email) throw new Error('The person has no email.');
  const notice = { kind: 'username-changed', user, ip: null } as const;
  await test.db.transaction((tx) =>
    insertNotice(tx, { ...notice, before: { username: 'former.otter' } }),
  );
  const token = await tokenOfNotice(test, user.email, 'Your username was changed');
  expect((await undo(test, token)).statusCode).toBe(200);
}

it.each<[what: string, change: (id: number) => Promise<void>]>([
  ['a name', save({ name: 'Busy Otter Jr' })],
  ['a username', save({ username: 'busy.otter' })],
  ['name and email', save({ name: 'Busy Otter Jr', email: 'busy@example.com' })],
  ['an undo', undoUsername],
  ['a suspension', suspendByCommand],
])(
  'a look-alike who holds up the save of a verified member does not wait for them: %s',
  async (_what, change) => {
    await deleteOthers();
    const verified = await add('Busy Otter', 'busyotter', true);
    const impostor = await add('Nobody Yet', 'no.otter');
    const pause = await pauseTransactions(test.pool, {
      at: 'BEFORE INSERT ON reviews',
      when: "NEW.kind = 'lookalike'",
    });
    try {
      // It has the lock of the looks, and comes to its item about the verified member.
      const imitating = rename(impostor, { name: 'Busy 0tter' });
      await untilWaiting(test.pool, 1);
      const saving = change(verified);
      await untilWaiting(test.pool, 2);
      // Otherwise both would wait for each other.
      await test.pool.query('SELECT FROM users WHERE id = $1 FOR KEY SHARE NOWAIT', [verified]);
      await pause.release();
      await Promise.all([imitating, saving]);
    } finally {
      await pause.remove();
    }
    // The badge ended with the change.
    expect(await cautionOf(impostor)).toBeNull();
  },
);

it('a verified member who is deleted at the same moment does not fail a look-alike', async () => {
  await deleteOthers();
  const verified = await add('Shy Otter', 'shyotter', true);
  const impostor = await add('Nobody Yet', 'no.otter');
  const holder = await test.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('DELETE FROM users WHERE id = $1', [verified]);
    const imitating = rename(impostor, { name: 'Shy 0tter' });
    await untilWaiting(test.pool, 1);
    await holder.query('COMMIT');
    await imitating;
  } finally {
    holder.release();
  }
  expect(await cautionOf(impostor)).toBeNull();
});

describe('a dismissal', () => {
  beforeEach(deleteOthers);
  const of = lookalike('Zora Quillfeather', 'zora.q');
  const plain = { name: 'Plain Person', screenName: null, username: 'plain' };

  it.each([
    [
      'the names that swap places',
      { ...plain, name: 'Zora Quillfeather', screenName: 'Iron Forge Tools' },
      { name: 'Iron Forge Tools', screenName: 'Zora Quillfeathér' },
    ],
    [
      'a screen name like the dismissed username',
      { ...plain, username: 'zora-quillfeather' },
      { screenName: 'Zorá Quillfeather' },
    ],
    [
      'a removed screen name',
      { ...plain, name: 'Zora Quillfeather', screenName: 'Plain Person', username: 'plainperson' },
      { screenName: null },
    ],
    [
      'upper and lower case',
      { ...plain, name: 'zora quillfeather' },
      { name: 'Zora Quillfeather' },
    ],
    [
      'the username',
      { ...plain, name: 'Zora Quillfeather', username: 'zoraquillfeather' },
      { username: 'zora-quillfeather' },
    ],
  ])('ends with a change of %s, and begins again when it is taken back', async (_, from, to) => {
    const verified = await add('Zora Quillfeather', 'zora.q', true);
    const impostor = await add('Somebody Else', 'somebody');
    await rename(impostor, from);
    await dismiss(impostor);
    await rename(impostor, { websiteUrl: 'https://zora.example' });
    expect(await cautionOf(impostor)).toBeNull();
    await rename(impostor, to);
    expect(await cautionOf(impostor)).toEqual(of);
    expect(await itemOf(impostor)).toMatchObject({ other: { id: verified } });
    await rename(impostor, from);
    expect([await cautionOf(impostor), await itemOf(impostor)]).toEqual([null, undefined]);
  });

  it('ends with a change of the verified names that keeps their looks', async () => {
    const verified = await add('Zora Quillfeather', 'zora.q', true);
    const impostor = await add('Zora Quillfeather', 'plain');
    await dismiss(impostor);
    await setVerified(verified, false);
    await setVerified(verified, true);
    expect(await cautionOf(impostor)).toBeNull();
    await rename(verified, { screenName: 'Zora Quillfeather' });
    await setVerified(verified, true);
    expect(await cautionOf(impostor)).toEqual(of);
    expect(await itemOf(impostor)).toMatchObject({ other: { id: verified } });
  });

  it('is refused for names that the admin did not see', async () => {
    await add('Zora Quillfeather', 'zora.q', true);
    const impostor = await add('Zora Quillfeather', 'plain');
    await rename(impostor, { screenName: 'Copper Kettle Cafe' });
    const version = (await itemOf(impostor))?.person.version;
    await rename(impostor, { screenName: 'Zora Qúillfeather' });
    for (const stale of [{ version }, { version: undefined }]) {
      const answer = await close(impostor, { action: 'dismiss', ...stale });
      expect(answer.statusCode, answer.body).toBe(409);
      expect(answer.json()).toMatchObject({
        code: 'PROFILE_CHANGED',
        message: 'This profile changed since you opened it. Look again.',
      });
    }
    expect(await cautionOf(impostor)).toEqual(of);
    await dismiss(impostor);
  });
});

describe(`look-alikes after the first ${LOOKALIKES_OPEN_MAX}`, () => {
  beforeEach(deleteOthers);
  it.each([
    ['dismissed', dismiss],
    [
      'suspended',
      async (id: number) => {
        const answer = await close(id, { action: 'suspend', reason: 'This is not you.' });
        expect(answer.statusCode, answer.body).toBe(200);
      },
    ],
    [
      'verified',
      async (id: number) => {
        expect((await close(id, { action: 'verify' })).statusCode).toBe(200);
      },
    ],
    [
      'deleted',
      async (id: number) => {
        expect((await admin.call('DELETE', `/api/user/${id}`)).statusCode).toBe(200);
      },
    ],
    ['renamed', (id: number) => rename(id, { name: 'Honest Person' })],
  ])('get an item when one before them is %s', async (_, end) => {
    const verified = await add('Quentin Marsh', 'quentin', true);
    const junk = Array.from({ length: LOOKALIKES_OPEN_MAX }, (_, at) => ({
      name: 'Quentin Marsh',
      screenName: null,
      username: `junk${at}`,
    }));
    const first = await addPeople(test, junk);
    const [next, last] = [await add('Quentin Marsh', 'next.q'), await add('Quentin Marsh', 'last')];
    const waiting = async () => {
      const { rows } = await test.pool.query<{ id: number }>(
        `SELECT user_id AS id FROM reviews WHERE other_user_id = $1 AND closed_at IS NULL ORDER BY 1`,
        [verified],
      );
      return rows.map(({ id }) => id);
    };
    expect(await cautionOf(last)).toEqual(lookalike('Quentin Marsh', 'quentin'));
    expect(await waiting()).toEqual(first);
    await end(first[0] ?? 0);
    expect(await waiting()).toEqual([...first.slice(1), next]);
    await end(first[1] ?? 0);
    expect(await waiting()).toEqual([...first.slice(2), next, last]);
  });
});
