import { type DestinationStream, pino } from 'pino';

/** The log has no query, which may contain a mailed token or a search, and no name of a page that somebody opened to pay. */
const withoutSecrets = (url: string) => url.replace(/[?#].*$/s, '').replace(/^\/@[^/]*/, '/@…');

/**
 * A database error carries the values of the statement that failed: people's data, hashes. The log
 * gets what failed and where, never what was in it.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = error.message.replace(/\nparams:[\s\S]*$/, '');
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message,
    code,
    constraint,
    stack: error.stack?.replace(error.message, () => message),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

/** JSON lines on standard output, without passwords, tokens, cookies and queries. */
export function createLogger(level: string, destination?: DestinationStream) {
  const options = {
    level,
    redact: {
      paths: [
        'req.headers.cookie',
        'req.headers.authorization',
        'res.headers["set-cookie"]',
        '*.password',
        '*.token',
      ],
      censor: '[hidden]',
    },
    serializers: {
      err: describeError,
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        ip: request.ip,
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
