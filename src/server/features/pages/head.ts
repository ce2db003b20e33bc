import { escapeHtml } from '#contract/html.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

interface Head {
  title: string;
  description: string;
  url: string;
  image: string;
  /** How chats show the picture: `summary` small, `summary_large_image` across. */
  card: string;
  isListed: boolean;
}

const meta = (key: string, name: string, content: string) =>
  `<meta ${key}="${name}" content="${escapeHtml(content)}">`;

/** Title, description and preview. */
export function renderHead(head: Head): string[] {
  const { title, description, url, image, card, isListed } = head;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'profile'),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', card),
    ...(isListed ? [] : [meta('name', 'robots', 'noindex')]),
  ];
}

/** The description of a member's page or card. */
export function describePerson(name: string, platforms: readonly Platform[]): string {
  const labels = platforms.map((platform) => PLATFORM_LABELS[platform]).join(', ');
  return labels
    ? `${name} takes ${labels}. You pay in their app. Check the name before you send.`
    : `${name} is on ${PRODUCT_NAME}.`;
}

/** For pages that don't belong to a member. */
export function renderPlainHead(title: string): string[] {
  return [
    `<title>${escapeHtml(`${title} · ${PRODUCT_NAME}`)}</title>`,
    meta('name', 'robots', 'noindex'),
  ];
}

/** Data inside a page. The browser does not run it, and no text in it can end the element. */
export function renderData(attributes: string, data: unknown): string {
  return `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}
