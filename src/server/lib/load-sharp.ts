/** Loaded by the first picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One core for each picture; its own cache would only keep memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
