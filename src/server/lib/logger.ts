import { pino } from 'pino';

/** Tokens travel in the query of mailed links; a log must never hold one. */
const hideTokens = (url: string) => url.replace(/([?&]token=)[^&#]*/gi, '$1…');

/** JSON lines on standard output, with everything that opens a door struck out. */
export function createLogger(level: string) {
  return pino({
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
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        url: hideTokens(request.url),
        ip: request.ip,
      }),
    },
  });
}
