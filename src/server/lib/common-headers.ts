import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

export type Headers = Record<string, string>;

const SELF = ["'self'"];
const NONE = ["'none'"];
const STYLES = "style-src 'self'";

/**
 * What every response of the server carries. Nothing is cached unless a route says so.
 * Helmet runs once, at the start: per request it costs more than routing a small response does.
 */
export function commonHeaders(isProduction: boolean): Headers {
  const applyHelmet = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
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
      },
    },
    strictTransportSecurity: isProduction ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  applyHelmet(response.req, response, (error) => {
    if (error) throw error;
  });
  return { ...(response.getHeaders() as Headers), 'cache-control': 'no-store' };
}

/** The policy of a page also allows the <style> elements that carry the page's nonce. */
export function withStyleNonce(policy: string, nonce: string): string {
  return policy.replace(STYLES, `${STYLES} 'nonce-${nonce}'`);
}
