import { escapeHtml } from '#contract/html.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import type { Mail } from '#server/lib/mailer.ts';

interface Link {
  label: string;
  link: string;
}

export interface Template {
  subject: string;
  paragraphs: string[];
  /** Such as ['When', 'November 16, 2026 at 19:34 UTC']. */
  facts?: [label: string, value: string][];
  button?: Link | undefined;
  /** Below the button, and less prominent. */
  other?: Link | undefined;
  ending: string[];
}

/** The colors of src/client/styles/tokens.css. Not every mail program applies anything but inline styles. */
const STYLES = {
  body: 'margin:0;background:#fbf8f8;color:#2c1125;font-family:system-ui,-apple-system,Segoe UI,sans-serif;font-size:16px;line-height:1.5',
  band: 'background:#ffc83d;color:#2c1125;padding:16px 24px;font-size:20px;font-weight:700',
  page: 'max-width:34em;margin:0 auto;padding:8px 24px 24px',
  button:
    'display:inline-block;padding:14px 22px;border-radius:14px;background:#2c1125;color:#ffffff;font-weight:700;text-decoration:none',
  link: 'color:#8a1f5f',
  ending: 'color:#67555e',
};

const DARK_STYLES = `@media (prefers-color-scheme: dark) {
body, .page { background: #150d12 !important; color: #faf3f5 !important; }
.ending { color: #c3b2ba !important; }
.button { background: #fff1d6 !important; color: #2c1125 !important; }
.link { color: #ffb3d1 !important; }
}`;

export function render(template: Template): Omit<Mail, 'to'> {
  return {
    subject: `${template.subject} - ${PRODUCT_NAME}`,
    text: `${renderText(template)}\n`,
    html: renderHtml(template),
  };
}

function renderText({ paragraphs, facts = [], button, other, ending }: Template): string {
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  return [
    ...paragraphs,
    ...(lines ? [lines] : []),
    ...[button, other].flatMap((each) => (each ? [`${each.label}:\n${each.link}`] : [])),
    ...ending,
    PRODUCT_NAME,
  ].join('\n\n');
}

function renderHtml({ subject, paragraphs, facts = [], button, other, ending }: Template): string {
  const lines = facts.map(([label, value]) => `${escapeHtml(label)}: <b>${escapeHtml(value)}</b>`);
  const body = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(lines.length > 0 ? [`<p>${lines.join('<br>\n')}</p>`] : []),
    ...(button ? [`<p>${anchor(button, 'button', STYLES.button)}</p>`] : []),
    ...(other ? [`<p>${anchor(other, 'link', STYLES.link)}</p>`] : []),
    ...ending.map((line) => `<p class="ending" style="${STYLES.ending}">${escapeHtml(line)}</p>`),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${DARK_STYLES}
</style>
</head>
<body style="${STYLES.body}">
<div style="${STYLES.band}">${PRODUCT_NAME}</div>
<div class="page" style="${STYLES.page}">
${body}
</div>
</body>
</html>`;
}

const anchor = ({ label, link }: Link, kind: string, style: string) =>
  `<a class="${kind}" href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a>`;
