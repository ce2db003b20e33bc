import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

interface ApiDocument {
  paths: Record<string, Record<string, { responses: object } | undefined>>;
}

/** Throws where the API document does not declare a response's status for its operation. */
export function createStatusCheck(app: FastifyInstance) {
  const { paths } = app.swagger() as unknown as ApiDocument;
  const operations = Object.entries(paths).map(([path, operation]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}(?:\\?|$)`),
    operation,
  }));
  return (method: string, url: string, { statusCode }: LightMyRequestResponse) => {
    const declared = operations.filter(({ pattern }) => pattern.test(url));
    for (const { operation } of declared) {
      const responses = operation[method.toLowerCase()]?.responses;
      if (responses && !(statusCode in responses)) {
        throw new Error(`The API document does not declare ${statusCode} of ${method} ${url}.`);
      }
    }
  };
}
