import type { Request } from 'playwright-core';
import type { Platform } from '#contract/platforms/registry.ts';
import type { TestBrowser, VisitorPage } from './browser.ts';

export interface PersonRecipe {
  name: string;
  screenName?: string;
  phoneNumber?: string;
  websiteUrl?: string;
  isVerified?: boolean;
  isAdmin?: boolean;
  /** In the order of the person's own ranking. */
  handles?: Partial<Record<Platform, string>>;
}

export interface RegisteredPerson {
  id: number;
  name: string;
  email: string;
  username: string;
  password: string;
}

const PASSWORD = 'correct horse battery';
let count = 0;

/** Registers through the API, as the form does; only what no form can do goes to the database. */
export async function registerPerson(
  { url, pool }: Pick<TestBrowser, 'url' | 'pool'>,
  recipe: PersonRecipe,
): Promise<RegisteredPerson> {
  count += 1;
  const email = `person${count}-${process.pid}@example.com`;
  const platforms = Object.keys(recipe.handles ?? {}) as Platform[];
  const user = {
    name: recipe.name,
    screenName: recipe.screenName ?? recipe.name,
    email,
    password: PASSWORD,
    phoneNumber: recipe.phoneNumber ?? null,
    profileImage: null,
  };
  const accounts = platforms.map((platform) => ({
    platform,
    username: recipe.handles?.[platform] ?? '',
  }));
  const call = async (method: string, path: string, body: unknown, cookie = '') => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const registered =
    accounts.length > 0
      ? await call('POST', '/api/register-with-accounts', { user, accounts })
      : await call('POST', '/api/register', user);
  const cookie = registered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { id, username } = (await registered.json()) as { id: number; username: string };
  // Before the calls below, which write the person's place in the search.
  await pool.query('UPDATE users SET is_verified = $2, is_admin = $3 WHERE id = $1', [
    id,
    recipe.isVerified ?? false,
    recipe.isAdmin ?? false,
  ]);
  if (recipe.websiteUrl) {
    await call('PATCH', '/api/me', { websiteUrl: recipe.websiteUrl }, cookie);
  }
  if (platforms.length > 1) {
    await call('PUT', '/api/payment-accounts/order', { platforms }, cookie);
  }
  return { id, name: recipe.name, email, username, password: PASSWORD };
}

/** The API, as this member calls it. */
export async function apiOf(
  { url }: Pick<TestBrowser, 'url'>,
  { email, password }: Pick<RegisteredPerson, 'email' | 'password'>,
) {
  const send = (method: string, path: string, body: unknown, cookie = '') =>
    fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
  const login = await send('POST', '/api/login', { email, password });
  const cookie = login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return async (method: string, path: string, body: unknown) => {
    const response = await send(method, path, body, cookie);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
}

/** As if several people had reported the member, who has a handle on this platform. */
export async function markReported(
  browser: Pick<TestBrowser, 'url' | 'pool'>,
  person: RegisteredPerson,
  platform: Platform,
): Promise<void> {
  await browser.pool.query(
    `UPDATE users SET reported_until = now() + interval '1 day' WHERE id = $1`,
    [person.id],
  );
  // Writes the card again, and the next search on this server sees it.
  const send = await apiOf(browser, person);
  await send('PUT', '/api/payment-accounts/order', { platforms: [platform] });
}

/** Fills in the form of the page that asks for it. */
export async function logIn(
  page: VisitorPage,
  { email, password }: Pick<RegisteredPerson, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

/** As if the person had logged in a while ago: the next sensitive change asks for a confirmation. */
export async function ageAuthentication(
  { pool }: Pick<TestBrowser, 'pool'>,
  { id }: Pick<RegisteredPerson, 'id'>,
): Promise<void> {
  await pool.query(
    "UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
    [id],
  );
}

/**
 * As a reset or an admin does it from elsewhere, just before the server sees the page's next request
 * of this kind: whatever the page is still loading has its session.
 */
export async function endSessionsBefore(
  { pool }: TestBrowser,
  page: VisitorPage,
  isNext = (request: Request) => request.method() !== 'GET',
): Promise<void> {
  let hasEnded = false;
  await page.route('**/api/**', async (route) => {
    if (!hasEnded && isNext(route.request())) {
      hasEnded = true;
      await pool.query('DELETE FROM sessions');
    }
    await route.continue();
  });
}
