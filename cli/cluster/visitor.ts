import { randomBytes } from 'node:crypto';

export interface Reply {
  status: number;
  body: unknown;
}

/** Behaves like a browser: keeps cookies and sends JSON as our pages do. */
export function createVisitor() {
  const cookies = new Map<string, string>();
  async function call(origin: string, method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(origin + path, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        cookie: cookieHeader(),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';', 1);
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  }
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { call, cookieHeader };
}

export type Visitor = ReturnType<typeof createVisitor>;

/** A member who has just registered. */
export async function registerVisitor(origin: string, more: object = {}) {
  const visitor = createVisitor();
  const mark = randomBytes(4).toString('hex');
  const account = { email: `member-${mark}@example.com`, password: `a long password ${mark}` };
  const { status, body } = await visitor.call(origin, 'POST', '/api/register', {
    name: `Member ${mark}`,
    ...account,
    ...more,
  });
  if (status !== 201) throw new Error(`Registration failed: ${status} ${JSON.stringify(body)}`);
  return { ...visitor, ...account, user: body as { id: number; profileImage: string | null } };
}
