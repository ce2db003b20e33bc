const MAX_PARTS = 20_000;
const MAX_DEPTH = 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether a JSON text is simple enough to be parsed. Counts what makes parsing and checking expensive
 * (keys, entries, quotes, nesting) and stops as soon as it is over budget.
 */
export function isWithinJsonBudget(body: Buffer): boolean {
  let parts = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    switch (body[at]) {
      case QUOTE:
        // A picture is one long text: search for its end natively.
        do {
          at = body.indexOf(QUOTE, at + 1);
          parts += 1;
        } while (isEscaped(body, at) && parts <= MAX_PARTS);
        // Not closed: the parser reports it.
        if (at === -1) return true;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        parts += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      case COMMA:
      case COLON:
        parts += 1;
        break;
    }
    if (parts > MAX_PARTS || depth > MAX_DEPTH) return false;
  }
  return true;
}

function isEscaped(body: Buffer, quote: number): boolean {
  let first = quote;
  while (first > 0 && body[first - 1] === BACKSLASH) first -= 1;
  return (quote - first) % 2 === 1;
}
