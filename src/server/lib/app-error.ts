import type { ErrorResponse } from '#contract/errors.ts';

interface AppErrorOptions {
  fields?: Record<string, string>;
  /** Seconds after which it makes sense to try again; sent as Retry-After. */
  retryAfter?: number;
  cause?: unknown;
}

/** An error response: the message is for the user, the cause for the log. */
export class AppError extends Error {
  override name = 'AppError';
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
  }

  toBody(): ErrorResponse {
    const { message, code, fields } = this;
    return fields ? { error: message, message, code, fields } : { error: message, message, code };
  }
}

export const invalidInput = (message: string, fields?: Record<string, string>) =>
  new AppError(400, 'INVALID_INPUT', message, fields ? { fields } : {});

export const notSignedIn = () => new AppError(401, 'NOT_SIGNED_IN', 'Please log in first.');

export const notAllowed = (message = 'You are not allowed to do that.') =>
  new AppError(403, 'NOT_ALLOWED', message);

export const pageSuspended = () =>
  new AppError(
    403,
    'SUSPENDED',
    'Your page is suspended. You can change it again once your page is back.',
  );

export const notFound = (message: string) => new AppError(404, 'NOT_FOUND', message);

export const pagesNotBuilt = () =>
  new AppError(503, 'NOT_BUILT', 'The pages are not built yet. Run npm run build.');

export const databaseUnavailable = (cause?: unknown) =>
  new AppError(
    503,
    'DATABASE_UNAVAILABLE',
    'Payfolk cannot reach its database right now. Please try again in a moment.',
    { retryAfter: 2, cause },
  );

export const overloaded = (cause?: unknown) =>
  new AppError(503, 'OVERLOADED', 'Payfolk is very busy right now. Please try again in a moment.', {
    retryAfter: 5,
    cause,
  });
