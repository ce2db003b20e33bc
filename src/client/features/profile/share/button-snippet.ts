import { PRODUCT_NAME } from '#contract/product.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The HTML for a member's own site. `rel="me"` lets the site prove the page. */
export function buttonSnippet(name: string, url: string): string {
  const words = `Pay ${name} with ${PRODUCT_NAME}`.replace(
    /[&<>"']/g,
    (sign) => ENTITIES[sign] ?? '',
  );
  return `<a rel="me" href="${url}">\n<img alt="${words}"\nsrc="${url}/button.svg">\n</a>`;
}
