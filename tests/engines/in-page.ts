/** These run in the page: they are sent as text and use nothing from this file. */

export interface Recorded {
  toasts: string[];
  problems: string[];
}

/** Keeps every toast and every error of this document. */
export function recordPage(): void {
  const recorded: Recorded = { toasts: [], problems: [] };
  Object.assign(window, { recorded });
  const seen = new WeakSet<Element>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll('[aria-label="Notifications (F8)"] li')) {
      if (seen.has(toast)) continue;
      seen.add(toast);
      const [title, text] = toast.querySelectorAll(':scope > div > div');
      recorded.toasts.push(`${title?.textContent}\n${text?.textContent ?? ''}`);
    }
  }).observe(document, { childList: true, subtree: true });
  const keep = (problem: unknown) => void recorded.problems.push(String(problem));
  const { error: log } = console;
  console.error = (...args) => {
    keep(args.join(' '));
    log(...args);
  };
  addEventListener('error', (event) => keep(event.message));
  addEventListener('unhandledrejection', (event) => keep(event.reason));
  addEventListener('securitypolicyviolation', (event) =>
    keep(`${event.violatedDirective} blocked ${event.blockedURI}`),
  );
}

/** A page that was just left or never opened has recorded nothing. */
export function readRecorded(): Recorded {
  return Reflect.get(window, 'recorded') ?? { toasts: [], problems: [] };
}

/** The picture with this alternative text as a PNG, as the engine draws it; empty before it has loaded. */
export function drawPicture(alt: string): string {
  const picture = [...document.images].find((each) => each.alt === alt);
  if (!picture?.complete || picture.naturalWidth === 0) return '';
  const SIDE = 600;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, SIDE, SIDE);
  return canvas.toDataURL('image/png');
}

/** The visible text, of the whole page unless an element is given. */
export function shownText(element: Element = document.body): string {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
  return (element as HTMLElement).innerText;
}

export function fieldWithLabel(label: string): Element | undefined {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea, select');
  return [...fields].find((field) => {
    const labels = [...(field.labels ?? [])].map((each) => each.textContent?.trim());
    return [...labels, field.getAttribute('aria-label')].includes(label);
  });
}

/** Where its middle is, or nothing if a click there would not reach it. */
export function placeToClick(element: Element): string {
  if (element.matches(':disabled, [aria-disabled="true"]')) return '';
  const before = element.getBoundingClientRect();
  const isInView = before.top >= 0 && before.bottom <= innerHeight;
  if (!isInView) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && element.contains(hit) ? [x, y, width, height].join() : '';
}

export interface RoleStep {
  role: string;
  name?: string;
}

/** Follows the steps inwards; each one is the first shown element with this role and name. */
export function elementWithRole(steps: RoleStep[]): Element | null {
  const native: Record<string, string> = {
    article: 'article',
    button: 'button',
    dialog: 'dialog[open]',
    heading: 'h1, h2, h3, h4',
    link: 'a[href]',
    region: 'section[aria-label], section[aria-labelledby]',
    table: 'table',
  };
  /** The text without what is hidden from screen readers. */
  const textOf = (node: Node): string => {
    if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
    if (node instanceof Text) return node.data;
    return [...node.childNodes].map(textOf).join('');
  };
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label');
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = ids.map((id) => document.getElementById(id)).filter((node) => node !== null);
    const caption = element.querySelector(':scope > caption');
    const sources = labels.length > 0 ? labels : [caption ?? element];
    return (label ?? sources.map(textOf).join(' ')).replace(/\s+/g, ' ').trim();
  };
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[aria-hidden="true"], [inert]') === null;
  return steps.reduce<Element | null>((within, { role, name = '' }) => {
    const selector = `[role="${role}"], :is(${native[role] ?? ''}):not([role])`;
    const found = [...(within?.querySelectorAll(selector) ?? [])].filter(isShown);
    const exact = found.find((element) => nameOf(element) === name);
    return exact ?? found.find((element) => nameOf(element).startsWith(name)) ?? null;
  }, document.documentElement);
}
