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
