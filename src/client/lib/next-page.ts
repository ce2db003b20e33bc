/** The next page's address, from the Link header (rel="next"). */
export function nextAddress(response: Response): string | null {
  const link = response.headers.get('Link') ?? '';
  return /<([^>]+)>\s*;[^,]*rel="?next"?/i.exec(link)?.[1] ?? null;
}
