import type { Call } from './call.ts';
import { alternatives, type Route, type Schema } from './routes.ts';
import type { World } from './world.ts';

/** An ordinary request does without this field. */
const LEFT_OUT = Symbol('left out');

type Value = (world: World) => unknown;

/**
 * What an ordinary caller sends, by the field's name; 'METHOD /path field' goes first. A field that the
 * API document has and this table lacks is reported as an error.
 */
const VALUES: Record<string, Value> = {
  query: ({ nextName }) => nextName(),
  search: ({ signer }) => signer.username,
  page: () => 'nobody-here',
  limit: () => '20',
  cursor: () => LEFT_OUT,
  method: () => LEFT_OUT,
  platform: () => 'venmo',
  'GET /api/users/search platform': () => 'all',
  paymentPlatform: () => 'venmo',
  type: () => 'payment',
  format: () => 'png',
  amount: () => '25',
  note: () => 'Dinner',
  notes: () => 'Met at the market.',
  relationship: () => 'Friend',
  nickname: () => 'Maya',
  name: () => 'Maya Okafor',
  screenName: ({ fresh }) => `Maya ${fresh()}`,
  email: ({ fresh }) => `maya-${fresh()}@example.com`,
  'POST /api/login email': ({ signer }) => signer.email,
  'POST /api/login password': ({ signer }) => signer.password,
  'POST /api/reauthenticate password': ({ signer }) => signer.password,
  'POST /api/forgot-password email': ({ signer }) => signer.email,
  password: () => 'a quiet green kettle',
  confirmPassword: () => 'a quiet green kettle',
  currentPassword: ({ signer }) => signer.password,
  newPassword: ({ signer }) => signer.password,
  phoneNumber: () => '+14155550188',
  websiteUrl: () => 'https://maya.example',
  profileImage: ({ picture }) => picture,
  username: ({ signer }) => signer.username,
  paymentUsername: () => 'maya-okafor',
  'POST /api/register-with-accounts username': () => 'maya-okafor',
  'PATCH /api/contacts/{id} username': () => 'maya-okafor',
  'POST /api/payment-accounts username': () => 'maya-okafor',
  // A changed login is not an ordinary edit.
  'PATCH /api/me username': () => LEFT_OUT,
  'PATCH /api/me email': () => LEFT_OUT,
  phoneVisibility: () => 'everyone',
  isListed: () => true,
  isDefault: () => true,
  isVerified: () => true,
  isAdmin: () => false,
  platforms: () => ['venmo'],
  file: ({ signer }) => signer.pictureFile,
  token: () => 'A'.repeat(43),
  code: () => '123456',
  answer: () => 'It is my own name.',
  id: () => '7',
  'PATCH /api/contacts/{id} id': ({ contactId }) => contactId,
  'DELETE /api/contacts/{id} id': (world) => world.makeContact(),
  'DELETE /api/user/{id} id': (world) => world.makeVictim(),
  userId: () => 7,
  reason: () => 'other',
  details: () => 'The handle is not hers.',
  message: () => 'How do I change my name?',
  action: () => 'dismiss',
  kind: () => 'report',
  'GET /api/admin/audit kind': () => 'admin',
  'GET /api/admin/audit userId': () => '7',
  version: () => 'A'.repeat(22),
  newestReportId: () => 7,
  // The ordinary user does not change while they are verified.
  'PATCH /api/admin/users/{id} version': () => LEFT_OUT,
  'POST /api/undo token': () => 'A'.repeat(43),
  'POST /api/reauthenticate passkey': () => LEFT_OUT,
  'POST /api/passkeys id': () => 'A'.repeat(43),
  'POST /api/login/passkey id': () => 'A'.repeat(43),
  'POST /api/login/passkey type': () => 'public-key',
  'POST /api/passkeys type': () => 'public-key',
  rawId: () => 'A'.repeat(43),
  clientDataJSON: () => 'e30',
  authenticatorData: () => 'A'.repeat(50),
  attestationObject: () => 'A'.repeat(200),
  signature: () => 'A'.repeat(96),
  userHandle: () => 'A'.repeat(43),
  transports: () => ['internal'],
};

/** Routes whose ordinary request is refused here: the real token is in a mailbox, the id in a list. */
export const REFUSED_AS_EXPECTED: Record<string, number[]> = {
  'POST /api/reset-password': [400],
  'POST /api/confirm-email': [400],
  'POST /api/disown-account': [400],
  'POST /api/undo': [400],
  'POST /api/sign-out-everywhere': [400],
  'DELETE /api/sessions/{id}': [404],
  'PATCH /api/passkeys/{id}': [404],
  'DELETE /api/passkeys/{id}': [404],
  'POST /api/passkeys': [400],
  'POST /api/login/passkey': [400],
  'POST /api/reauthenticate/options': [409],
  'POST /api/admin/reviews/{id}': [404, 409],
  'POST /api/admin/reviews/{id}/reopen': [404, 409],
  'POST /api/me/suspension-answer': [409],
  'POST /api/me/verification': [409],
  'POST /api/me/website-proof': [409],
  'POST /api/payment-accounts/{platform}/code': [409],
  'POST /api/payment-accounts/{platform}/proof': [409],
  'GET a page that does not exist': [404],
  'GET an API path that does not exist': [404],
  'GET the page of a member': [404],
};

export class NoOrdinaryValue extends Error {}

function ordinaryValue(route: Route, name: string): Value {
  const found = VALUES[`${route.name} ${name}`] ?? VALUES[name];
  if (found) return found;
  throw new NoOrdinaryValue(
    `${route.name} has a field '${name}' without an ordinary value: add one in cli/hostile/ordinary.ts.`,
  );
}

/** The valid request that everything else is compared with: every field filled, as a form sends it. */
export async function ordinaryCall(route: Route, world: World): Promise<Call> {
  const call: Call = {
    method: route.method,
    path: route.path,
    params: {},
    query: [],
    body: undefined,
    headers: { 'sec-fetch-site': 'same-origin' },
    isCompressed: false,
  };
  for (const { in: where, name } of route.parameters) {
    if (where !== 'path' && where !== 'query') continue;
    const value = await ordinaryValue(route, name)(world);
    if (value === LEFT_OUT) continue;
    if (where === 'path') call.params[name] = String(value);
    else call.query.push([name, String(value)]);
  }
  if (route.bodySchema) call.body = await fill(route, route.bodySchema, 'body', world);
  return call;
}

async function fill(route: Route, schema: Schema, name: string, world: World): Promise<unknown> {
  const special = VALUES[`${route.name} ${name}`];
  if (special) return special(world);
  const all = alternatives(schema);
  const object = all.find(({ properties }) => properties);
  if (object?.properties) {
    const filled: Record<string, unknown> = {};
    for (const [key, each] of Object.entries(object.properties)) {
      const value = await fill(route, each, key, world);
      if (value !== LEFT_OUT) filled[key] = value;
    }
    return filled;
  }
  const list = all.find(({ items }) => items);
  if (list?.items && !VALUES[name]) return [await fill(route, list.items, name, world)];
  return ordinaryValue(route, name)(world);
}
