import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLinkCollector } from './page-links.ts';

const PAGE = new URL('https://maya.example.com/');
const LINK = '<a href="/pay">';

function linksIn(html: string, pieceLength = html.length): string[] {
  const collector = createLinkCollector(PAGE);
  for (let at = 0; at < html.length; at += pieceLength) {
    collector.write(html.slice(at, at + pieceLength));
  }
  return collector.end().map(({ url }) => url.href);
}

describe('a link', () => {
  it.each([
    ['in svg', `<svg><title/><style/>${LINK}</svg>`],
    ['after svg', `<svg/><svg><path/></svg><title>x</title>${LINK}`],
    ['after svg that its parent ends', `<p><svg><path></p><style>${LINK}</style>${LINK}`],
    ['in HTML in svg', `<svg><foreignObject><style>${LINK}</style>${LINK}`],
    ['after a template', `<template><template></template></template></template>${LINK}`],
    ['of which the first address counts', '<a x="&gt;" HREF=/pay href="/other">'],
  ])('is found: %s', (_where, html) => {
    expect(linksIn(html)).toEqual(['https://maya.example.com/pay']);
  });

  it.each([
    ['in a template that its parent ends', `<div><template></div>${LINK}`],
    ['in a template in a template', `<template><template></template>${LINK}`],
    ['that never ends', LINK.slice(0, -1)],
    ['with a long host', `<a href="https://${'a.'.repeat(127)}com/">`],
    ['with a long label', `<a href="//${'中'.repeat(64)}.com/">`],
    ['with a long host behind blanks', `<a href=" \th\nttps:\\${'中.'.repeat(127)}com/">`],
    ['that is no address', '<a href="https://[">'],
  ])('is not: %s', (_where, html) => {
    expect(linksIn(html)).toEqual([]);
  });

  it('may be long where it has no host', () => {
    expect(linksIn(`<a href="${'x'.repeat(300)}">`)).toHaveLength(1);
  });

  it('is found in pieces of any length', () => {
    const html = `${'x'.repeat(70_000)}<!--${LINK}--><a rel=me href='/p&#97;y'>`.repeat(2);
    const expected = ['https://maya.example.com/pay', 'https://maya.example.com/pay'];
    expect(linksIn(html, 7)).toEqual(expected);
    expect(linksIn(html, 65_537)).toEqual(expected);
  });
});

describe('a page made to be expensive', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  /** Elements that methods of arrays went through or moved: where the square of a page's length would show. */
  function countSteps(work: () => void): number {
    const methods = ['unshift', 'shift', 'indexOf', 'lastIndexOf', 'includes'] as const;
    const originals = methods.map((method) => [method, Array.prototype[method]] as const);
    let steps = 0;
    const put = (method: string, value: unknown) =>
      Object.defineProperty(Array.prototype, method, {
        value,
        writable: true,
        configurable: true,
      });
    for (const [method, original] of originals) {
      put(method, function (this: unknown[], ...values: never[]) {
        steps += this.length;
        return Reflect.apply(original, this, values);
      });
    }
    try {
      work();
    } finally {
      for (const [method, original] of originals) put(method, original);
    }
    return steps;
  }

  it.each([
    ['open elements', '<b>'.repeat(2_000)],
    ['open drawings', '<svg>'.repeat(2_000)],
    ['open lists', '<ul><li>'.repeat(1_000)],
    ['ends of what is not open', '<b>'.repeat(1_000) + '</i>'.repeat(1_000)],
    ['elements that are ended together', `<p>${'<b>'.repeat(2_000)}</p>`],
  ])('with %s takes a step per tag', (_what, html) => {
    let links: string[] = [];
    const steps = countSteps(() => {
      links = linksIn(html + LINK);
    });
    expect(links).toHaveLength(1);
    expect(steps).toBeLessThan(10_000);
  });

  it.each([
    ['open elements', '<b>'.repeat(333_000)],
    ['open drawings', '<svg>'.repeat(199_000)],
    ['one long tag', `<b ${'x'.repeat(999_000)}>`],
  ])('of 1 MB with %s is read to its end', (_what, html) => {
    expect(linksIn(html + LINK)).toHaveLength(1);
  });

  it.each([
    ['hosts that are too long', `<a href="https://${'中'.repeat(1_900)}/">`, 0],
    ['links', '<a href="https://example.com/">', 5_000],
    ['broken links', '<a href="https://[">', 5_000],
  ])('with many %s has a bounded number of addresses parsed, each once', (_what, link, most) => {
    let parsed = 0;
    class CountedUrl extends URL {
      constructor(href: string, base: URL) {
        parsed += 1;
        super(href, base);
      }

      static override canParse(): boolean {
        parsed += 1;
        return true;
      }
    }
    vi.stubGlobal('URL', CountedUrl);
    linksIn(link.repeat(6_000));
    expect(parsed).toBe(most);
  });
});
