import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePeople } from '#cli/bench/people.ts';
import { importPeople } from '#cli/import/import-people.ts';
import { COLUMNS, ImportFileError } from '#cli/import/read-people.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { rebuildOutdatedIndex } from '#server/db/rebuild-search-index.ts';
import { addPeople, searchAll, searchPage, searchUrl } from '#tests/support/directory.ts';
import { resetTokenTo } from '#tests/support/mails.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let folder: Awaited<ReturnType<typeof writePeopleFile>>;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  folder = await writePeopleFile([]);
});
afterEach(() => folder.remove());

async function importText(text: string) {
  const rejectsFile = path.join(folder.folder, 'rejects.csv');
  await writeFile(folder.path, text);
  const result = await importPeople(test.pool, folder.path, { rejectsFile, batchSize: 400 });
  test.app.peopleSearch.markChanged();
  const rejects = await readFile(rejectsFile, 'utf8').catch(() => '');
  return { result, rejects: rejects.split('\n').filter(Boolean) };
}
const importRows = (...rows: string[]) => importText([COLUMNS.join(','), ...rows].join('\n'));

async function storedPeople(username: string) {
  const { rows } = await test.pool.query(
    `SELECT u.name, u.screen_name, u.username, u.email, u.phone_number, u.website_url, u.is_verified,
       u.password_hash, u.is_admin, u.is_demo,
       (SELECT json_object_agg(platform, username) FROM payment_accounts a WHERE a.user_id = u.id) AS handles
     FROM users u WHERE username = $1`,
    [username],
  );
  return rows;
}

/** Everything an import may touch. */
async function snapshot() {
  const tables = ['users', 'payment_accounts', 'search_keys'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await test.pool.query(
        `SELECT count(*)::int AS rows, md5(string_agg(t::text, '|' ORDER BY t::text)) AS hash FROM ${table} t`,
      );
      return [table, rows[0]];
    }),
  );
  const { rows: entries } = await test.pool.query(
    'SELECT owner, id, platforms, card, at_read, keys, names FROM search_people ORDER BY 1, 2',
  );
  return { ...Object.fromEntries(counts), entries };
}

describe('import', () => {
  it('validates every column like the forms, and stores no password', async () => {
    const { result, rejects } = await importRows(
      '"Rosa, the Baker",Rosas Bakery,Rosa.Bakes,Rosa@Example.com,+15551234567,https://rosa.example,@rosapays,rosabakes,apple.pay/rosa,@rosa-v,TRUE',
    );
    expect(result).toEqual({ read: 1, added: 1, known: 0, refused: 0 });
    expect(rejects).toEqual([]);
    expect(await storedPeople('rosa.bakes')).toEqual([
      {
        name: 'Rosa, the Baker',
        screen_name: 'Rosas Bakery',
        username: 'rosa.bakes',
        email: 'Rosa@Example.com',
        phone_number: '+15551234567',
        website_url: 'https://rosa.example',
        is_verified: true,
        password_hash: null,
        is_admin: false,
        is_demo: false,
        handles: {
          paypal: '@rosapays',
          cashapp: '$rosabakes',
          applepay: 'apple.pay/rosa',
          venmo: '@rosa-v',
        },
      },
    ]);
    for (const query of ['baker rosa', '$rosabakes', 'rosas bakrey']) {
      const { cards } = await searchPage(test.call, searchUrl({ query }));
      expect(cards.map(({ username }) => username)).toEqual(['rosa.bakes']);
    }
  });

  it('marks those who look like a verified person, of the file or of the directory', async () => {
    await addPeople(test, [{ name: 'Quentin Amory', username: 'quentin.a', isVerified: true }]);
    await importRows(
      'Quentin Arnory,,quentin.b,,,,,,,,',
      'Quentin Amory,,quentin.c,,,,,,,,',
      'Olympia Wolfe,,olympia.a,,,,,,,,true',
      '0lympia Wolfe,,olympia.b,,,,,,,,',
    );
    for (const [query, name, username] of [
      ['quentin.b', 'Quentin Amory', 'quentin.a'],
      ['quentin.c', 'Quentin Amory', 'quentin.a'],
      ['olympia.b', 'Olympia Wolfe', 'olympia.a'],
    ] as const) {
      const { cards } = await searchPage(test.call, searchUrl({ query }));
      expect(cards[0]?.caution).toEqual({ kind: 'lookalike', of: { name, username } });
    }
  });

  it('an imported person can set a password by a reset', async () => {
    await importRows('Vera Import,,vera.import,vera@import.example,,,,,,,');
    const email = 'vera@import.example';
    const password = 'a first password';
    await test.call('POST', '/api/forgot-password', { body: { email } });
    const token = await resetTokenTo(test, email);
    const body = { token, password, confirmPassword: password };
    expect((await test.call('POST', '/api/reset-password', { body })).statusCode).toBe(200);
    const login = await test.call('POST', '/api/login', { body: { email, password } });
    expect(login.json()).toMatchObject({ name: 'Vera Import', username: 'vera.import' });
  });

  it('reports each refused row with its line and reason, and imports the rest', async () => {
    const { result, rejects } = await importRows(
      'Good One,,good.one,good@one.example,,,,,,,false',
      'X,,short.name,short@name.example,,,,,,,false',
      '"Two\nLines",,,,,,,,,,',
      'Bad Phone,,bad.phone,bad@phone.example,call me,,,,,,false',
      'Bad Handle,,bad.handle,bad@handle.example,,,,no good,,,false',
      'Few Columns,,few',
      'Bad Flag,,bad.flag,bad@flag.example,,,,,,,perhaps',
      'No Identity,,,,,,,,,,',
      'Good Two,,good.two,good@two.example,,,,,,,false',
      'Same Name,,good.two,other@two.example,,,,,,,false',
      'Same Mail,,other.two,GOOD@two.example,,,,,,,false',
    );
    expect(result).toEqual({ read: 11, added: 2, known: 0, refused: 9 });
    const reasons = rejects.slice(1).map((line) => {
      const [, number, quoted, plain] = /^(\d+),(?:"([^"]*)"|([^,]*)),/.exec(line) ?? [];
      return [number, (quoted ?? plain)?.split(':')[0]];
    });
    expect(reasons).toEqual(
      expect.arrayContaining([
        ['3', 'name'],
        ['5', 'name'],
        ['6', 'phoneNumber'],
        ['7', 'cashapp'],
        ['8', 'The row has too few columns'],
        ['9', 'isVerified'],
        ['10', 'A username or an email is needed, so that the same row is known again'],
        ['12', 'username'],
        ['13', 'email'],
      ]),
    );
    expect(rejects[0]).toBe(`line,reason,${COLUMNS.join(',')}`);
  });

  it.each([
    // An unquoted comma in the address of a website.
    ['many', 'Cora Comma,,cora.comma,,,https://cora.example/a,b,corapay,$coracash,,,'],
    // A comma is missing before the tag of Cash App.
    ['few', 'Cora Comma,,cora.comma,,,,$coracash,,,'],
  ])(
    'refuses a row with too %s columns, also where its rejects are imported as they are',
    async (which, row) => {
      const { result, rejects } = await importRows(row, `Cora Fine,,cora.${which},,,,,,,,`);
      expect(result).toEqual({ read: 2, added: 1, known: 0, refused: 1 });
      expect(rejects[1]).toBe(`2,The row has too ${which} columns,${row}`);
      await rm(path.join(folder.folder, 'rejects.csv'));
      const again = await importText(rejects.join('\n'));
      expect(again.result).toMatchObject({ added: 0, refused: 1 });
      expect(await storedPeople('cora.comma')).toEqual([]);
    },
  );

  it.each([
    // A comma is missing before the tag of Cash App.
    ['a column that is not imported', `${COLUMNS},notes`, 'Lia Less,,lia.less,,,,lialess,,,,'],
    [
      'its columns in another order',
      `${COLUMNS.filter((column) => column !== 'phoneNumber')},phoneNumber`,
      'Lia Less,,lia.less,,,$lialess,,,,',
    ],
  ])('refuses a row that is too short in a file with %s', async (_, header, row) => {
    const { result, rejects } = await importText(`${header}\n${row}\n`);
    expect(result).toMatchObject({ added: 0, refused: 1 });
    await rm(path.join(folder.folder, 'rejects.csv'));
    const again = await importText(rejects.join('\n'));
    expect(again.result).toMatchObject({ added: 0, refused: 1 });
    expect(await storedPeople('lia.less')).toEqual([]);
  });

  it('refuses a file that names a column twice', async () => {
    const twice = importText(`${COLUMNS},paypal\nTina Twice,,tina.twice,,,,one,,,,,two`);
    await expect(twice).rejects.toThrow(ImportFileError);
    await expect(twice).rejects.toThrow("The file's first line has paypal more than once.");
    expect(await storedPeople('tina.twice')).toEqual([]);
  });

  it('changes nothing when run again, also where usernames were generated', async () => {
    const lines = [
      'Ann Again,Again,,ann@again.example,,,anns,,,,true',
      'Ann Again,,,ann2@again.example,,,,,,,',
      '李雷,,,lilei@again.example,,,,,,,',
    ];
    const first = await importRows(...lines);
    expect(first.result).toMatchObject({ added: 3, refused: 0 });
    const before = await snapshot();
    const second = await importRows(...lines);
    expect(second.result).toEqual({ read: 3, added: 0, known: 3, refused: 0 });
    expect(await snapshot()).toEqual(before);
  });

  it('accepts several batches, a byte-order mark, CRLF and columns in any order', async () => {
    const people = [...makePeople(1_100, 99)];
    const order = COLUMNS.toReversed();
    const rows = people.map((person) => order.map((column) => person[column]).join(','));
    const { result } = await importText(`\ufeff${[order.join(','), ...rows].join('\r\n')}\r\n`);
    expect(result).toEqual({ read: 1_100, added: 1_100, known: 0, refused: 0 });
    const last = people.at(-1);
    const { cards } = await searchPage(test.call, searchUrl({ query: `@${last?.username}` }));
    expect(cards[0]?.name).toBe(last?.name);
  });

  it('recognizes people who come again in a later batch or file', async () => {
    const lines = Array.from(
      { length: 900 },
      (_, at) => `Later Person,,later${at},l@${at}.example,,,,,,,`,
    );
    const half = await importRows(...lines.slice(500, 600));
    expect(half.result).toEqual({ read: 100, added: 100, known: 0, refused: 0 });
    const { result, rejects } = await importRows(...lines, ...lines.slice(0, 2));
    expect(rejects).toEqual([]);
    expect(result).toEqual({ read: 902, added: 800, known: 102, refused: 0 });
  });

  it('does not take an account that was never confirmed for the person of a row', async () => {
    const squatter = {
      email: 'donate@riverbend.example',
      emailKey: 'donate@riverbend.example',
      passwordHash: 'a hash',
    };
    const { id } = await test.insertPerson({
      ...squatter,
      name: 'Riverbend',
      username: 'riverbend',
    });
    await indexPeople(test.db, [id]);
    const { result, rejects } = await importRows(
      'Riverbend,,riverbend,donate@riverbend.example,,,,$riverbend,,,true',
      'Riverbend,,,donate@riverbend.example,,,,$riverbend,,,true',
      'Riverbend,,riverbend,,,,,$riverbend,,,true',
    );
    expect(result).toEqual({ read: 3, added: 0, known: 0, refused: 3 });
    const byEmail =
      'email: Someone registered with donate@riverbend.example and never confirmed it';
    const byUsername = 'username: Someone who never confirmed an email has riverbend';
    expect(rejects.slice(1).map((line) => line.split(',')[1])).toEqual([
      byEmail,
      byEmail,
      byUsername,
    ]);
  });

  it('looks for imitations only in names that are valid', async () => {
    const { rejects } = await importRows('Ꮲayfolk ✅,,imitation,,,,,,,,');
    expect(rejects[1]).toContain(
      '"name: Please enter a name without check marks, badges or shields."',
    );
  });

  it('counts existing people, although the file gives their old screen name to another', async () => {
    await importRows('Old Holder,New Name,old.holder,old@holder.example,,,,,,,');
    const { result } = await importRows(
      'New Holder,Old Name,new.holder,new@holder.example,,,,,,,',
      'Old Holder,Old Name,old.holder,old@holder.example,,,,,,,',
    );
    expect(result).toEqual({ read: 2, added: 1, known: 1, refused: 0 });
  });

  it('has the same index as people who were added one by one', async () => {
    const before = await snapshot();
    const { rows } = await test.pool.query('SELECT id FROM search_people');
    await test.pool.query('UPDATE search_people SET platforms = 99 WHERE id % 7 = 0');
    await indexPeople(
      test.db,
      rows.map(({ id }) => id),
    );
    expect(await snapshot()).toEqual(before);
  });

  it('rebuilds the index that another version of the search wrote, and only then', async () => {
    const before = await snapshot();
    await test.pool.query('DELETE FROM search_keys');
    expect(await rebuildOutdatedIndex(test.pool, () => undefined)).toBe(0);
    expect(await snapshot()).not.toEqual(before);
    await test.pool.query('UPDATE search_index SET version = version - 1');
    const both = await Promise.all(
      [1, 2].map(() => rebuildOutdatedIndex(test.pool, () => undefined)),
    );
    expect(both.toSorted((a, b) => a - b)).toEqual([0, before.users.rows]);
    expect(await snapshot()).toEqual(before);
  });

  it('is found by a platform behind thousands who are not on it', async () => {
    // A filtered search reads 4,000 at a time: two stand on that border, one far behind it.
    const fits = new Set([3_999, 4_000, 4_200]);
    const rows = Array.from(
      { length: 4_201 },
      (_, at) =>
        `Filterina Number,,filt${at},f@${at}.example,,,,,,${fits.has(at) ? `venmo-${at}` : ''},`,
    );
    expect((await importRows(...rows)).result).toMatchObject({ added: 4_201 });
    for (const limit of ['1', '2', '20']) {
      const found = await searchAll(test.call, { query: 'filterina', platform: 'venmo', limit });
      expect(found.map(({ username }) => username)).toEqual(['filt3999', 'filt4000', 'filt4200']);
    }
  });

  it.each([
    ['an empty file', ''],
    ['a file without its header', 'Ana,,ana,,,,,,,,'],
  ])('refuses %s with a one-line message', async (_, text) => {
    await expect(importText(text)).rejects.toThrow(ImportFileError);
  });

  it('refuses a row that is not UTF-8, and imports the rest', async () => {
    await writeFile(
      folder.path,
      Buffer.from(
        `${COLUMNS}\nJos\xe9 Latin,,jose.latin,,,,,,,,\nJose Plain,,jose.plain,,,,,,,,\n`,
        'latin1',
      ),
    );
    const rejectsFile = path.join(folder.folder, 'rejects.csv');
    const result = await importPeople(test.pool, folder.path, { rejectsFile });
    expect(result).toEqual({ read: 2, added: 1, known: 0, refused: 1 });
    expect(await readFile(rejectsFile, 'utf8')).toContain('2,The row is not UTF-8');
  });

  it('names the line of an unclosed quote, and keeps the rows before it', async () => {
    const broken = importRows(
      'Quentin First,,quentin1,,,,,,,,',
      '"Quentin Second,,quentin2,,,,,,,,',
    );
    await expect(broken).rejects.toThrow(/line 3 and never closed.*import the file again/);
    await expect(broken).rejects.toThrow(ImportFileError);
    const fixed = await importRows(
      'Quentin First,,quentin1,,,,,,,,',
      '"Quentin Second",,quentin2,,,,,,,,',
    );
    expect(fixed.result).toMatchObject({ read: 2, refused: 0 });
    expect(await storedPeople('quentin2')).toHaveLength(1);
  });

  it('names the line where an unclosed quote is opened, not the last one', async () => {
    const before = ['Una Before,,una.before,,,,,,,,', '', '"Una Closed",,una.closed,,,,,,,,'];
    const after = Array.from({ length: 300 }, (_, at) => `Una Lost,,una${at},,,,,,,,`);
    const broken = importRows(...before, '', '"Una Open,,una.open,,,,,,,,', ...after);
    await expect(broken).rejects.toThrow(
      'A quote (") is opened in the row at line 6 and never closed. Fix it',
    );
    expect(await storedPeople('una.closed')).toHaveLength(1);
    expect(await storedPeople('una299')).toEqual([]);
    await expect(importText(`"${COLUMNS}\nAna,,ana,,,,,,,,`)).rejects.toThrow('at line 1 and');
  });

  it.each([
    ['without a quote', `Long ${'x'.repeat(150_000)},,long.one,,,,,,,,`],
    ['after a quote', `"Long One,,long.one,,,,,,,,\n${'Long Two,,,,,,,,,,\n'.repeat(9_000)}`],
  ])('names the line of a row that is too long %s', async (_, row) => {
    const broken = importRows(
      'Long Before,,long.before,,,,,,,,',
      row,
      'Long End,,long.end,,,,,,,,',
    );
    await expect(broken).rejects.toThrow(
      'The row at line 3 is longer than 100,000 bytes, or a quote (") in it is never closed. Fix it',
    );
    await expect(broken).rejects.toThrow(ImportFileError);
    expect(await storedPeople('long.before')).toHaveLength(1);
    expect(await storedPeople('long.end')).toEqual([]);
  });
});
