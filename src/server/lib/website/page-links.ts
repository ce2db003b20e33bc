import { Tokenizer } from 'htmlparser2';
import { OpenElements } from './open-elements.ts';

interface PageLink {
  url: URL;
  /** In lower case. */
  rel: readonly string[];
}

const LINKS_MAX = 5_000;
const HREF_MAX_LENGTH = 2_000;
/** What DNS allows. Encoding a host that is not ASCII takes quadratic time. */
const HOST_MAX_LENGTH = 253;
const LABEL_MAX_LENGTH = 63;
/** Small pieces are read together, because each one makes the text before it be copied once more. */
const PIECE_MIN_LENGTH = 65_536;

const ignore = () => undefined;

/**
 * Collects the links of a page while it arrives. Links in scripts, comments and templates do not count. Not with the
 * parser of htmlparser2: its time is quadratic in the number of open elements.
 */
export function createLinkCollector(pageUrl: URL) {
  const links: PageLink[] = [];
  const open = new OpenElements();
  let tried = 0;
  let html = '';
  let waiting = '';
  let tag = '';
  let attribute = '';
  let value = '';
  let attributes = new Map<string, string>();

  const isLink = () => tag === 'a' || tag === 'link';
  const isWanted = () => isLink() && (attribute === 'href' || attribute === 'rel');
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase();

  function collect() {
    const href = attributes.get('href');
    if (!isLink() || href === undefined || open.isInTemplate || tried >= LINKS_MAX) return;
    tried += 1;
    const url = linkedUrl(href, pageUrl);
    if (url) links.push({ url, rel: (attributes.get('rel') ?? '').toLowerCase().split(/\s+/) });
  }

  const tokenizer = new Tokenizer(
    {},
    {
      isInForeignContext: () => open.isInForeign,
      onopentagname(start, end) {
        tag = nameAt(start, end);
        attributes = new Map();
      },
      onattribname(start, end) {
        attribute = isLink() ? nameAt(start, end) : '';
        value = '';
      },
      onattribdata(start, end) {
        if (isWanted()) value += html.slice(start, end);
      },
      onattribentity(codePoint) {
        if (isWanted()) value += String.fromCodePoint(codePoint);
      },
      onattribend() {
        if (isWanted() && !attributes.has(attribute)) attributes.set(attribute, value);
      },
      onopentagend() {
        open.start(tag);
        collect();
      },
      onselfclosingtag() {
        open.startClosed(tag);
        collect();
      },
      onclosetag: (start, end) => open.end(nameAt(start, end)),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onprocessinginstruction: ignore,
      ontext: ignore,
      ontextentity: ignore,
    },
  );

  function read() {
    html += waiting;
    tokenizer.write(waiting);
    waiting = '';
  }

  return {
    write(text: string) {
      waiting += text;
      if (waiting.length >= PIECE_MIN_LENGTH) read();
    },
    end(): PageLink[] {
      read();
      tokenizer.end();
      return links;
    },
  };
}

function linkedUrl(href: string, pageUrl: URL): URL | undefined {
  if (href.length > HREF_MAX_LENGTH || hasLongHost(href)) return undefined;
  try {
    return new URL(href, pageUrl);
  } catch {
    return undefined;
  }
}

/** From the scheme or the slashes to the path. */
const HOST = /^(?:[a-z][a-z0-9+.-]*:[/\\]*|[/\\]{2,})([^/\\?#]*)/i;
/** A URL is read without them. */
const SKIPPED = /^[\0-\x20]+|[\t\n\r]/g;

function hasLongHost(href: string): boolean {
  const host = HOST.exec(href.replace(SKIPPED, ''))?.[1] ?? '';
  const labels = host.split('.');
  return host.length > HOST_MAX_LENGTH || labels.some((label) => label.length > LABEL_MAX_LENGTH);
}

export type PageLinks = ReturnType<ReturnType<typeof createLinkCollector>['end']>;
