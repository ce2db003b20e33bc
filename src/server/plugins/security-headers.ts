import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

const SELF = ["'self'"];
const NONE = ["'none'"];

const DIRECTIVES: Record<string, string[]> = {
  'default-src': NONE,
  'script-src': SELF,
  'style-src': SELF,
  'connect-src': SELF,
  'font-src': SELF,
  'manifest-src': SELF,
  'img-src': ["'self'", 'data:', 'blob:'],
  'base-uri': NONE,
  'object-src': NONE,
  'frame-ancestors': NONE,
  'form-action': SELF,
};

/** The policy of the app's page also lets in the <style> elements that carry this page's nonce. */
export function pagePolicy(nonce: string): string {
  return Object.entries(DIRECTIVES)
    .map(([name, values]) => {
      const sources = name === 'style-src' ? [...values, `'nonce-${nonce}'`] : values;
      return `${name} ${sources.join(' ')}`;
    })
    .join(';');
}

export async function registerSecurityHeaders(app: FastifyInstance, config: Config) {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: DIRECTIVES },
    strictTransportSecurity: config.isProduction
      ? { maxAge: 63_072_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
