/** Whether version a is newer than b, both like 1.20.3. Anything else is never older than us. */
export function isNewer(a: string, b: string): boolean {
  const [ours, theirs] = [parse(a), parse(b)];
  if (!ours || !theirs) return false;
  for (let i = 0; i < 3; i += 1) {
    const difference = (ours[i] ?? 0) - (theirs[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function parse(version: string): number[] | undefined {
  return /^\d{1,9}(\.\d{1,9}){2}$/.test(version) ? version.split('.').map(Number) : undefined;
}
