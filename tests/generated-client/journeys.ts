import createClient from 'openapi-fetch';
import type { paths } from './api-types.ts';

interface ClientOptions {
  baseUrl: string;
  /** The site's own origin: requests with a cookie need it. */
  origin: string;
  cookie?: string;
}

/** A client that keeps its cookie, as a browser does. */
export function createApiClient({ baseUrl, origin, cookie = '' }: ClientOptions) {
  const client = createClient<paths>({ baseUrl });
  let sent = cookie;
  client.use({
    onRequest({ request }) {
      request.headers.set('origin', origin);
      if (sent) request.headers.set('cookie', sent);
    },
    onResponse({ response }) {
      const [cookieSet] = response.headers.getSetCookie();
      if (cookieSet !== undefined) sent = cookieSet.split(';', 1)[0] ?? '';
    },
  });
  return client;
}

type ApiClient = ReturnType<typeof createApiClient>;

function dataOf<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

export async function registerAndLogIn(client: ApiClient) {
  const credentials = { email: 'gena@example.com', password: 'a generated password' };
  const refused = await client.POST('/api/register', { body: { ...credentials, name: 'G' } });
  const body = { ...credentials, name: 'Gena Rated' };
  const registered = dataOf(await client.POST('/api/register', { body }));
  dataOf(await client.POST('/api/logout', {}));
  const loggedOut = await client.GET('/api/user', {});
  const loggedIn = dataOf(await client.POST('/api/login', { body: credentials }));
  const current = dataOf(await client.GET('/api/user', {}));
  return {
    refusedFields: refused.error?.fields,
    loggedOutCode: loggedOut.error?.code,
    ids: [registered.id, loggedIn.id, current.id],
    username: current.username ?? '',
  };
}

export async function saveAndFindHandle(member: ApiClient, visitor: ApiClient) {
  const body = { platform: 'venmo', username: '@gena-rated' } as const;
  const saved = dataOf(await member.POST('/api/payment-accounts', { body }));
  const handles = dataOf(await member.GET('/api/payment-accounts', {}));
  const query = { query: 'gena rated', platform: 'venmo' } as const;
  const cards = dataOf(await visitor.GET('/api/users/search', { params: { query } }));
  return {
    saved: saved.username,
    listed: handles.map(({ platform }: { platform: string }) => platform),
    found: cards[0]?.venmoUsername,
  };
}

export async function addContact(member: ApiClient) {
  const added = dataOf(
    await member.POST('/api/add-person', {
      body: {
        name: 'Connie Tact',
        screenName: 'Connie',
        paymentPlatform: 'paypal',
        paymentUsername: 'connie',
      },
    }),
  );
  const id = String(added.id);
  const body = { notes: 'Met at the market' };
  dataOf(await member.PATCH('/api/contacts/{id}', { params: { path: { id } }, body }));
  const contacts = dataOf(await member.GET('/api/contacts', {}));
  const unknown = { params: { path: { id: '999999999' } } };
  const missing = await member.DELETE('/api/contacts/{id}', unknown);
  return { notes: contacts[0]?.notes, missingCode: missing.error?.code };
}

export async function shareAndExport(member: ApiClient, username: string) {
  const query = { type: 'payment', platform: 'venmo', username } as const;
  const shared = dataOf(await member.GET('/api/qrcode', { params: { query } }));
  const exported = dataOf(await member.GET('/api/me/export', {}));
  return {
    picture: shared.qrCode.slice(0, 22),
    url: shared.url,
    exported: [exported.user.name, exported.paymentAccounts.length, exported.contacts.length],
  };
}

export async function listUsers(admin: ApiClient, member: ApiClient) {
  const refused = await member.GET('/api/admin/users', {});
  const query = { limit: '1', query: 'gena' };
  const users = await admin.GET('/api/admin/users', { params: { query } });
  return {
    refusedCode: refused.error?.code,
    emails: dataOf(users).map(({ email }: { email: string | null }) => email),
  };
}
