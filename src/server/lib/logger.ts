import { createRequire } from 'node:module';
import { type DestinationStream, pino } from 'pino';
import type pretty from 'pino-pretty';

/** The log has no query, which may contain an emailed token or a search, and no name of a page that somebody opened to pay. */
const withoutSecrets = (url: string) => url.replace(/[?#].*$/s, '').replace(/^\/@[^/]*/, '/@…');

/** Class 22, data exceptions: the message repeats the value. */
const isRefusedValue = (code: unknown) => typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);

/**
 * A database error carries the values of the statement that failed: people's data, hashes. The log
 * gets what failed and where, never what was in it.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint, routine } = error as Error & Record<string, unknown>;
  const message = isRefusedValue(code)
    ? 'The database refused a value'
    : error.message.replace(/\nparams:[\s\S]*$/, '');
  return {
    type: error.name,
    message,
    code,
    constraint,
    routine,
    stack: error.stack?.replace(error.message, () => message),
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}

/** The fields of a request's line, which a person reads as one text. */
const REQUEST_FIELDS = ['method', 'route', 'status', 'ms'];

/** Lines for a person, written at once so that none is lost when the process ends. */
export function createPrettyStream(destination: NodeJS.WritableStream | number = 1) {
  // Loaded only where a person reads the log.
  const loaded: typeof pretty = createRequire(import.meta.url)('pino-pretty');
  return loaded({
    destination,
    sync: true,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: ['pid', 'hostname', 'reqId', ...REQUEST_FIELDS].join(','),
    messageFormat: (line, messageKey) =>
      line.route === undefined
        ? String(line[messageKey] ?? '')
        : `${line.method} ${line.route} ${line.status ?? ''} ${line.ms ?? '…'} ms`,
  });
}

/**
 * Lines on standard output, without passwords, tokens, cookies and queries: for a person in a terminal,
 * else JSON.
 */
export function createLogger(
  level: string,
  destination: DestinationStream | undefined = process.stdout.isTTY
    ? createPrettyStream()
    : undefined,
) {
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
