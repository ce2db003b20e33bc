import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import type { Platform } from '#contract/platforms/registry.ts';
import { rebuildOutdatedIndex } from '#server/db/rebuild-search-index.ts';
import { addPerson } from '#tests/support/contacts.ts';
import { searchPage, searchUrl } from '#tests/support/directory.ts';
import { writePeopleFile } from '#tests/support/people-file.ts';
import { readQrCode } from '#tests/support/read-qr.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Test files share modules, but this one replaces some of them. */
vi.hoisted(() => vi.resetModules());
afterAll(() => {
  vi.doUnmock('#contract/platforms/all.ts');
  vi.doUnmock('#contract/platforms/bits.ts');
  vi.doUnmock('#contract/platforms/names.ts');
  vi.doUnmock('#client/components/platform-brands.ts');
  vi.resetModules();
});

vi.mock('#contract/platforms/names.ts', async (original) => {
  const names = await original<typeof import('#contract/platforms/names.ts')>();
  return {
    PLATFORM_LABELS: { ...names.PLATFORM_LABELS, zapp: 'Zapp' },
    PLATFORMS: [...names.PLATFORMS, 'zapp'],
    PLATFORM_FILTERS: [...names.PLATFORM_FILTERS, 'zapp'],
  };
});
vi.mock('#contract/platforms/bits.ts', async (original) => {
  const { PLATFORM_BITS } = await original<typeof import('#contract/platforms/bits.ts')>();
  return { PLATFORM_BITS: { ...PLATFORM_BITS, zapp: 4 } };
});
/** Adding a platform takes its name, one file with its rules, its logo, and one migration. */
vi.mock('#contract/platforms/all.ts', async (original) => {
  const { ALL_PLATFORMS, ...rest } = await original<typeof import('#contract/platforms/all.ts')>();
  const zapp = {
    id: 'zapp',
    placeholder: '~username',
    hint: 'Starts with ~ (e.g. ~username).',
    refusal: 'Enter the Zapp name alone, for example ~username',
    otherKinds: [],
    strip: (text: string) => text.replace(/^~/, ''),
    display: (name: string) => `~${name}`,
    profileAddresses: ['zapp.example'],
    payLink: ({ clean }: { clean: string }) => ({ url: `https://zapp.example/${clean}` }),
    carries: () => 'Zapp opens empty.',
    fills: () => [],
    handOff: 'gateway',
    helpUrl: 'https://help.example',
    merits: ['Made up', 'For a test'],
  };
  return { ...rest, ALL_PLATFORMS: [...ALL_PLATFORMS, zapp] };
});
vi.mock('#client/components/platform-brands.ts', async (original) => {
  const { BRANDS } = await original<typeof import('#client/components/platform-brands.ts')>();
  const zapp = { path: 'M0 0h4v4z', viewBox: '0 0 4 4', size: 'size-4', tile: 'bg-paypal' };
  return { BRANDS: { ...BRANDS, zapp } };
});

/** Types know four platforms. */
const ZAPP = 'zapp' as Platform;

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
  for (const table of ['payment_accounts', 'contact_payment_accounts']) {
    await test.pool.query(
      `ALTER TABLE ${table} DROP CONSTRAINT ${table}_platform_check,
         ADD CONSTRAINT ${table}_platform_check
           CHECK (platform IN ('cashapp', 'paypal', 'applepay', 'venmo', 'zapp'))`,
    );
  }
});
afterAll(() => test.close());

const show = (element: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/">{element}</Router>
    </QueryClientProvider>,
  );

it('makes the next start rebuild the index; the first four platforms do not', async () => {
  const findVersion = async () =>
    (await test.pool.query<{ version: number }>('SELECT version FROM search_index')).rows[0]
      ?.version ?? 0;
  const { id } = await test.insertPerson();
  const before = await findVersion();
  expect(before).toBeLessThan(1_000);
  expect(await rebuildOutdatedIndex(test.pool, () => undefined)).toBe(1);
  expect(await findVersion()).toBe(before + 16_000);
  expect(await rebuildOutdatedIndex(test.pool, () => undefined)).toBe(0);
  await test.pool.query('DELETE FROM users WHERE id = $1', [id]);
});

it('is saved, and refused with its own sentence', async () => {
  const member = await test.loginAs({ username: 'zoe', name: 'Zoe Zappler' });
  const save = (username: string) =>
    member.call('POST', '/api/payment-accounts', { body: { platform: ZAPP, username } });
  expect((await save('zoe!')).json()).toMatchObject({
    message: 'Enter the Zapp name alone, for example ~username',
  });
  expect((await save('~zoe-zapps')).statusCode).toBe(201);
  const unknown = await member.call('POST', '/api/payment-accounts', {
    body: { platform: 'nope', username: 'zoe' },
  });
  expect(unknown.json().message).toBe(
    "Platform must be either 'paypal', 'cashapp', 'applepay', 'venmo', or 'zapp'",
  );
});

it('is found by its handle, its address and its filter', async () => {
  for (const query of ['zoe-zapps', 'https://zapp.example/zoe-zapps', '']) {
    const { cards } = await searchPage(test.call, searchUrl({ query, platform: ZAPP }));
    expect(cards, query).toHaveLength(1);
    expect(cards[0]).toMatchObject({ platforms: [ZAPP], zappUsername: '~zoe-zapps' });
  }
});

it('is on the card, with its name and its pay button', async () => {
  const { UserCard } = await import('#client/features/directory/user-card.tsx');
  const { PlatformFilters } = await import('#client/features/directory/platform-filters.tsx');
  const { cards } = await searchPage(test.call, searchUrl({ query: 'zoe' }));
  const [person] = cards;
  if (!person) throw new Error('Nobody was found.');
  const card = show(<UserCard person={person} />);
  expect(card.replaceAll('<wbr/>', '')).toContain('~zoe-zapps');
  expect(card).toContain('Pay with Zapp');
  const filters = show(<PlatformFilters selected={null} onChoose={() => undefined} />);
  expect(filters).toContain('Zapp');
});

it('has a field in forms, with its hint', async () => {
  const { HandleField } = await import('#client/components/payment-accounts/handle-field.tsx');
  const { emptyRegistration } = await import('#client/features/auth/registration.ts');
  const field = show(<HandleField platform={ZAPP} typed="" />);
  expect(field).toContain('Zapp username');
  expect(field).toContain('placeholder="~username"');
  expect(field).toContain('Starts with ~');
  expect(emptyRegistration.handles).toHaveProperty(ZAPP, '');
});

it('is paid by its own link, and by a QR code', async () => {
  const { payLink } = await import('#contract/pay-links.ts');
  expect(payLink(ZAPP, '~zoe-zapps')).toEqual({ url: 'https://zapp.example/zoe-zapps' });
  const url = `/api/qrcode?${new URLSearchParams({ username: 'zoe', type: 'payment', platform: ZAPP })}`;
  const response = await test.call('GET', url);
  expect(response.statusCode).toBe(200);
  expect((await readQrCode(response.json().qrCode)).text).toContain('platform=zapp');
});

it('is a column of an import', async () => {
  const { COLUMNS } = await import('#cli/import/read-people.ts');
  const { importPeople } = await import('#cli/import/import-people.ts');
  expect(COLUMNS).toContain(ZAPP);
  const file = await writePeopleFile([]);
  const cells = { name: 'Imo Ported', username: 'imo', [ZAPP]: '~imo' } as Record<string, string>;
  const row = COLUMNS.map((column) => cells[column] ?? '').join(',');
  await writeFile(file.path, `${COLUMNS.join(',')}\n${row}\n`);
  const rejectsFile = path.join(file.folder, 'rejects.csv');
  const result = await importPeople(test.pool, file.path, { rejectsFile });
  await file.remove();
  expect(result).toMatchObject({ added: 1, refused: 0 });
  test.app.peopleSearch.markChanged();
  const { cards } = await searchPage(test.call, searchUrl({ query: 'imo', platform: ZAPP }));
  expect(cards[0]).toMatchObject({ name: 'Imo Ported', zappUsername: '~imo' });
});

it('belongs to a private contact too', async () => {
  const owner = await test.loginAs();
  await addPerson(owner, {
    name: 'Cora Private',
    paymentPlatform: ZAPP,
    paymentUsername: '~cora',
  });
  const { cards } = await searchPage(owner.call, searchUrl({ query: 'cora', platform: ZAPP }));
  expect(cards[0]).toMatchObject({ isContact: true, zappUsername: '~cora' });
});
