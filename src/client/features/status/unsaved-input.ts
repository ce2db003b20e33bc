const edited = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Remembers which fields somebody typed in. The search box does not count: it is in the address. */
export function watchForInput(): void {
  document.addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && target.type !== 'search') edited.add(target);
  });
}

/** True while a field that was typed in is still on the page and not empty. */
export function hasUnsavedInput(): boolean {
  for (const field of edited) {
    if (!field.isConnected) edited.delete(field);
    else if (field.value !== '') return true;
  }
  return false;
}
