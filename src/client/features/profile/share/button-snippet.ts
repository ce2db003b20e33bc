import { escapeHtml } from '#contract/html.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

/** The HTML for a member's own site. `rel="me"` lets the site prove the page. */
export function buttonSnippet(name: string, url: string): string {
  const words = escapeHtml(`Pay ${name} with ${PRODUCT_NAME}`);
  return `<a rel="me" href="${url}">\n<img alt="${words}"\nsrc="${url}/button.svg">\n</a>`;
}
