import type { FastifyInstance } from 'fastify';
import { AppError } from '#server/lib/app-error.ts';
import { isWithinJsonBudget } from '#server/lib/json-budget.ts';

const compressedBody = () =>
  new AppError(415, 'COMPRESSED_BODY', 'Please send the request body uncompressed.');

const tooManyParts = () =>
  new AppError(
    400,
    'TOO_MANY_PARTS',
    'The request body has too many fields or is nested too deeply.',
  );

/** JSON bodies only: never decompressed, and measured before they are parsed. */
export function registerJsonBody(app: FastifyInstance) {
  // A few hundred compressed bytes can expand to megabytes.
  app.addHook('preParsing', async ({ headers }) => {
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
      throw compressedBody();
    }
  });

  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (!isWithinJsonBudget(bytes)) return done(tooManyParts());
    return parse(request, bytes.toString('utf8'), done);
  });
}
