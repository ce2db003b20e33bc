interface Limit {
  total: number;
  perKey: number;
}

type Full = 'total' | 'key';

/** Limits concurrent work, in total and per key (a network or a member). */
export function createConcurrencyLimit({ total, perKey }: Limit) {
  const counts = new Map<string, number>();
  let all = 0;

  return {
    /** Returns its release, which is safe to call twice, or the limit that was reached. */
    acquire(key: string): (() => void) | Full {
      const count = counts.get(key) ?? 0;
      if (count >= perKey) return 'key';
      if (all >= total) return 'total';
      counts.set(key, count + 1);
      all += 1;
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= 1;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
    held: () => all,
  };
}
