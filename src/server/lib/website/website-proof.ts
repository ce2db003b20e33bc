import { isPayLinkOf } from '#contract/link-handles.ts';
import { pagePath } from '#contract/pages.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { PageLinks } from './page-links.ts';

interface Owner {
  /** The current username and former ones, which lead to the same page. */
  usernames: readonly string[];
  accounts: readonly { platform: Platform; username: string }[];
}

/** Whether the page has a link with rel="me" to one of these usernames' pages. */
export function hasLinkToPage(
  links: PageLinks,
  publicUrl: string,
  usernames: readonly string[],
): boolean {
  const { origin } = new URL(publicUrl);
  const paths = new Set(usernames.map((username) => pagePath(username)));
  return links.some(
    ({ url, rel }) =>
      rel.includes('me') &&
      url.origin === origin &&
      paths.has(url.pathname.toLowerCase().replace(/\/$/, '')),
  );
}

/** The platforms whose handles the page proves: none without the link to the member's own page. */
export function provenPlatforms(
  links: PageLinks,
  publicUrl: string,
  { usernames, accounts }: Owner,
): Platform[] {
  if (!hasLinkToPage(links, publicUrl, usernames)) return [];
  return accounts
    .filter(({ platform, username }) =>
      links.some(({ url }) => isPayLinkOf(platform, username, url)),
    )
    .map(({ platform }) => platform);
}
