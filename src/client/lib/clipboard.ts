/** Copies without the Clipboard API, which browsers offer on https and localhost only. */
function copyThroughSelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside an open dialog, so that its focus trap does not take the selection away.
  const host = document.querySelector('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  host.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
    return copyThroughSelection(text);
  } catch {
    return false;
  }
}
