/** The first items; no further one is made. */
export function* take<T>(items: Iterable<T>, max: number): Generator<T> {
  let taken = 0;
  if (max <= 0) return;
  for (const item of items) {
    yield item;
    taken += 1;
    if (taken >= max) return;
  }
}

/** The same function, which finds the list of each text once. */
export function remembered(find: (text: string) => readonly string[]) {
  const found = new Map<string, readonly string[]>();
  return (text: string) => {
    const list = found.get(text) ?? find(text);
    found.set(text, list);
    return list;
  };
}
