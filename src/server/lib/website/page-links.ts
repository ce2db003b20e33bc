import { Parser } from 'htmlparser2';

interface PageLink {
  url: URL;
  /** In lower case. */
  rel: readonly string[];
}

const LINKS_MAX = 5_000;
const HREF_MAX_LENGTH = 2_000;

/** Collects the links of a page while it arrives. Links in scripts, comments and templates do not count. */
export function createLinkCollector(pageUrl: URL) {
  const links: PageLink[] = [];
  let templates = 0;
  const parser = new Parser({
    onopentag(name, { href, rel = '' }) {
      if (name === 'template') templates += 1;
      if (templates > 0 || href === undefined || links.length >= LINKS_MAX) return;
      if ((name !== 'a' && name !== 'link') || href.length > HREF_MAX_LENGTH) return;
      if (!URL.canParse(href, pageUrl.href)) return;
      links.push({ url: new URL(href, pageUrl), rel: rel.toLowerCase().split(/\s+/) });
    },
    onclosetag(name) {
      if (name === 'template') templates -= 1;
    },
  });
  return {
    write: (text: string) => parser.write(text),
    end(): PageLink[] {
      parser.end();
      return links;
    },
  };
}

export type PageLinks = ReturnType<ReturnType<typeof createLinkCollector>['end']>;
