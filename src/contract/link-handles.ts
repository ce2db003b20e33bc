import { parseHandle } from './handles.ts';
import { PLATFORM_RULES, type Platform } from './platforms/registry.ts';

const NO_DETAILS = {};

/** The name in a pay link such as https://cash.app/$maya/25; undefined for every other link. */
export function nameInPayLink(platform: Platform, url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  const { profileAddresses, payLink } = PLATFORM_RULES[platform];
  // Where the payer has to paste the name, no link has it.
  if (payLink({ clean: 'name', kind: 'name' }, NO_DETAILS).copy !== undefined) return undefined;
  const address = url.hostname.replace(/^www\./, '') + url.pathname;
  const [start] = profileAddresses
    .filter((each) => address.toLowerCase().startsWith(`${each}/`))
    .toSorted((a, b) => b.length - a.length);
  if (start === undefined || url.port !== '') return undefined;
  const [segment = ''] = address.slice(start.length + 1).split('/', 1);
  return cleanName(platform, segment.replace(/%24/g, '$').replace(/%40/g, '@'));
}

/** Whether a pay link leads to this handle. Payment platforms ignore case. */
export function isPayLinkOf(platform: Platform, handle: string, url: URL): boolean {
  const linked = nameInPayLink(platform, url);
  return linked !== undefined && linked === cleanName(platform, handle);
}

function cleanName(platform: Platform, handle: string): string | undefined {
  const parsed = parseHandle(platform, handle);
  return parsed.ok && parsed.kind === 'name' ? parsed.clean.toLowerCase() : undefined;
}
