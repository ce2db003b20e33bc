import type { RouteOptions } from 'fastify';
import { needsRecentAuth } from './access.ts';

export const SESSION_SCHEME = 'session';

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done',
  400: 'Invalid request: `fields` maps each invalid field to its message',
  401: 'Not signed in, or wrong email or password',
  403: 'Not allowed, from the pages of another site, or (REAUTHENTICATE) without recent authentication',
  404: 'Not found',
  409: 'In conflict with what is stored, such as a name that is taken',
  411: 'A body over 1 MiB without Content-Length',
  413: 'The body is too large',
  415: 'The body is not JSON, or compressed',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Busy, starting, or without a database',
};

const errorContent = {
  'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } },
};
const retryAfter = {
  'Retry-After': { type: 'integer', description: 'Seconds to wait before the next try' },
};
const nextPage = {
  Link: { type: 'string', description: 'The address of the next page, with rel="next"' },
};

interface OperationSchema {
  description?: string;
  querystring?: { properties?: Record<string, unknown> };
  response?: Record<string, { content?: object }>;
}

/** Adds what follows from a route's options: security, error responses, headers. */
export function describeOperation(
  schema: OperationSchema,
  route: RouteOptions,
  { bodyBytes }: { bodyBytes: number },
) {
  const isPublic = route.config?.access === 'public';
  const adminNote = route.config?.access === 'admin' ? ['Only for admins.'] : [];
  const recentNote = isRecentAuth(route) ? ['Requires recent authentication.'] : [];
  const hasPages = schema.querystring?.properties?.cursor !== undefined;
  const responses: Record<string, object> = {};
  for (const status of errorStatuses(route, bodyBytes))
    responses[status] = { content: errorContent };
  for (const [status, response] of Object.entries(schema.response ?? {})) {
    if (status === '204') {
      responses[status] = { type: 'null' };
      continue;
    }
    const content = response.content ?? { 'application/json': { schema: response } };
    responses[status] = hasPages && status === '200' ? { content, headers: nextPage } : { content };
  }
  for (const status of [429, 503]) {
    if (responses[status]) responses[status] = { ...responses[status], headers: retryAfter };
  }
  return {
    ...schema,
    description: [
      ...(schema.description ? [schema.description] : []),
      ...adminNote,
      ...recentNote,
    ].join(' '),
    security: isPublic ? [] : [{ [SESSION_SCHEME]: [] }],
    response: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        { description: DESCRIPTIONS[Number(status)], ...response },
      ]),
    ),
  };
}

const isRecentAuth = ({ config, method }: RouteOptions) =>
  config?.recentAuth || needsRecentAuth(config?.access, String(method));

/** The errors of plugins. What a route throws itself, such as 404 and 409, it declares itself. */
function* errorStatuses(
  { method, config, bodyLimit = 0 }: RouteOptions,
  bodyBytes: number,
): Generator<number> {
  const { access, limit, isAlwaysAnswered } = config ?? {};
  const isWrite = method !== 'GET';
  // Every route refuses a request without a Host header.
  yield 400;
  if (access !== 'public') yield 401;
  if (access === 'admin' || isWrite || config?.recentAuth) yield 403;
  if (bodyLimit > bodyBytes) yield 411;
  if (isWrite) yield* [413, 415];
  // Large bodies are limited as well.
  if (isWrite || limit || (access !== 'admin' && !isAlwaysAnswered)) yield 429;
  yield 500;
  if (!isAlwaysAnswered) yield 503;
}
