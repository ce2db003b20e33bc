/** Hands a mailto: or tel: address to the system, or saves a file, without leaving the page. */
export function followLink(href: string, download?: string): void {
  const anchor = document.createElement('a');
  anchor.href = href;
  if (download !== undefined) anchor.download = download;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}

/**
 * Opens an address in a new tab and says whether the browser let us. The 'noopener' feature would
 * always answer null, so a blocked window could not be told from an opened one: the link back is
 * cut afterwards instead.
 */
export function openInNewTab(url: string): boolean {
  try {
    const opened = window.open(url, '_blank');
    if (!opened) return false;
    opened.opener = null;
    return true;
  } catch {
    // Some in-app browsers throw instead.
    return false;
  }
}
