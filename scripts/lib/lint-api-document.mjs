import { createConfig, lintFromString } from '@redocly/openapi-core';

/** What Redocly's recommended rules report about an OpenAPI document, warnings included. */
export async function lintApiDocument(document) {
  return lintFromString({
    source: JSON.stringify(document, null, 2),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  });
}
