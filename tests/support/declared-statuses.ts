import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

interface ApiDocument {
  paths: Record<string, Record<string, { responses: object } | undefined>>;
}

type Operations = { pattern: RegExp; operation: ApiDocument['paths'][string] }[];

/** The same for every app, and making the document takes as long as starting one. */
let ofEveryApp: Operations | undefined;

export function readOperations(app: FastifyInstance): Operations {
  const { paths } = app.swagger() as unknown as ApiDocument;
  return Object.entries(paths).map(([path, operation]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`),
    operation,
  }));
}

/** Throws where the API document does not declare a response's status for its operation. */
export function checkStatus(
  operations: Operations,
  method: string,
  url: string,
  { statusCode }: Pick<LightMyRequestResponse, 'statusCode'>,
) {
  for (const { pattern, operation } of operations) {
    const responses = pattern.test(url) && operation[method.toLowerCase()]?.responses;
    if (responses && !(statusCode in responses)) {
      throw new Error(`The API document does not declare ${statusCode} of ${method} ${url}.`);
    }
  }
}

export function createStatusCheck(app: FastifyInstance) {
  ofEveryApp ??= readOperations(app);
  return checkStatus.bind(undefined, ofEveryApp);
}
