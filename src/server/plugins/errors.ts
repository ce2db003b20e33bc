import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isConnectionError, isOfDeletedAccount } from '#server/db/connection-error.ts';
import { AppError, databaseUnavailable, invalidInput, notSignedIn } from '#server/lib/app-error.ts';
import type { Headers } from '#server/lib/common-headers.ts';
import { logResponse } from './request-log.ts';

const INTERNAL = new AppError(
  500,
  'INTERNAL_ERROR',
  'Something went wrong on our side. Please try again.',
);

/** Only for the log and the metrics: the client has left. */
const CLIENT_LEFT = new AppError(
  400,
  'REQUEST_ABORTED',
  'The connection was closed before the request was complete.',
);

/** Our messages for Fastify's own errors. */
const REFUSALS: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError(
    415,
    'NOT_JSON',
    'Please send JSON (Content-Type: application/json).',
  ),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError(413, 'TOO_LARGE', 'That is too large to send.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError(400, 'INVALID_JSON', 'The request has no body.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError(
    400,
    'INVALID_JSON',
    'The request body is not valid JSON.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError(
    400,
    'INVALID_JSON',
    'The request body does not have the length it says.',
  ),
  FST_ERR_BAD_URL: new AppError(400, 'BAD_URL', 'This address is not valid.'),
  FST_ERR_MAX_PARAM_LENGTH: noSuchRoute(),
};

export function noSuchRoute(): AppError {
  return new AppError(404, 'NOT_FOUND', 'There is nothing at this address.');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error response, if any. */
    errorCode: string | undefined;
  }
}

/** One handler for everything that fails: features throw an AppError, the rest is translated here. */
export function registerErrors(app: FastifyInstance) {
  app.decorateRequest('errorCode', undefined);
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const response = hasClientLeft(request) ? CLIENT_LEFT : toAppError(error);
    // Refusals under load would flood the log; plugins/pressure.ts counts them.
    if (response.status >= 500 && response.code !== 'OVERLOADED')
      request.log.error({ err: error }, response.message);
    else request.log.debug({ err: error }, response.message);
    return sendError(reply, response);
  });
}

/** Its ECONNRESET would otherwise count as a database error. */
const hasClientLeft = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;

/** What the router rejects never reaches a hook or the error handler: Fastify's frameworkErrors. */
export function routerErrorHandler(headers: Headers) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.raw.once('close', () => logResponse(request, reply));
    void sendError(reply.headers(headers), toAppError(error));
  };
}

export function sendError(reply: FastifyReply, error: AppError) {
  reply.request.errorCode = error.code;
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply.code(error.status).header('cache-control', 'no-store').send(error.toBody());
}

function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  // Drizzle wraps what the pool throws.
  if (error.cause instanceof AppError) return error.cause;
  if (hasZodFastifySchemaValidationErrors(error)) return describeIssues(error.validation);
  const refusal = REFUSALS[error.code];
  if (refusal) return refusal;
  if (isConnectionError(error)) return databaseUnavailable(error);
  if (isOfDeletedAccount(error)) return notSignedIn();
  // The remaining 4xx errors are Fastify's and Node's, for malformed requests.
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError(error.statusCode, 'INVALID_REQUEST', 'The request is not valid.');
  }
  return INTERNAL;
}

interface ValidationIssue {
  keyword: string;
  instancePath: string;
  message?: string;
  params: Record<string, unknown>;
}

/** More fields than any form has. */
const MAX_FIELDS = 20;
const MAX_KEY_LENGTH = 50;

const shortened = (key: string) =>
  key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key;

function* listProblems(issues: ValidationIssue[]): Generator<[field: string, message: string]> {
  for (const { keyword, instancePath, message, params } of issues) {
    const path = instancePath.split('/').filter(Boolean);
    if (keyword === 'unrecognized_keys' && Array.isArray(params.keys)) {
      for (const key of params.keys.map(shortened)) {
        yield [[...path, key].join('.'), `Unknown field: ${key}`];
      }
    } else if (keyword === 'invalid_type' && path.length === 0) {
      yield ['', 'The request must be a JSON object.'];
    } else {
      yield [path.join('.'), message ?? 'Invalid value'];
    }
  }
}

function describeIssues(issues: ValidationIssue[]): AppError {
  // Without a prototype: a field may be called 'constructor'.
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const [field, message] of listProblems(issues)) {
    if (field in fields) continue;
    fields[field] = message;
    count += 1;
    if (count === MAX_FIELDS) break;
  }
  const [first] = Object.values(fields);
  // A rule about the body as a whole has no field of its own.
  delete fields[''];
  return invalidInput(
    first ?? 'Invalid input',
    Object.keys(fields).length > 0 ? fields : undefined,
  );
}
