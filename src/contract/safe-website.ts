/** Somebody else typed this address: only http(s) ever becomes a link. */
export function safeWebsite(address: string | null): URL | null {
  if (!address) return null;
  try {
    const url = new URL(address);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch {
    return null;
  }
}

const PATH_MAX = 40;

/** A website as text. With its path and query: on many hosts everybody can have a page. The host is never cut. */
export function shownWebsite({ host, pathname, search }: URL): string {
  const path = pathname.replace(/\/+$/, '') + search;
  const shown = path.length > PATH_MAX ? `${path.slice(0, PATH_MAX - 1)}…` : path;
  return host.replace(/^www\./, '') + shown;
}
