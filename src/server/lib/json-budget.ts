const MAX_PARTS = 20_000;
const MAX_DEPTH = 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Whether a JSON text is small enough in structure to be parsed. Counts what makes parsing and
 * checking expensive (keys, entries, texts, escapes, nesting) and stops at the first byte over budget.
 */
export function isWithinJsonBudget(body: Uint8Array): boolean {
  let parts = 0;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] as number;
    if (isInText) {
      if (byte === BACKSLASH) {
        at += 1;
        parts += 1;
      } else if (byte === QUOTE) isInText = false;
      else continue;
    } else if (byte === QUOTE) {
      isInText = true;
      parts += 1;
    } else if (OPENING.has(byte)) {
      depth += 1;
      parts += 1;
    } else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COMMA || byte === COLON) parts += 1;
    if (parts > MAX_PARTS || depth > MAX_DEPTH) return false;
  }
  return true;
}
