/**
 * Stands in for the types that openapi-typescript generates from the API document: the test puts them in
 * place of this file, in memory, when it checks the types of journeys.ts.
 */
// biome-ignore lint/suspicious/noExplicitAny: every path and body is allowed until the test replaces it.
export type paths = any;
