import { readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '#contract/html.ts';
import type { PagePerson } from '#contract/pages.ts';
import { renderPlainHead } from './head.ts';
import { CLIENT_DIR, loadPageProgram } from './render.ts';

let styles: string | undefined;

/** The app's own sheet: the sign uses its fonts. */
function readStyles(): string {
  const page = readFileSync(path.join(CLIENT_DIR, 'index.html'), 'utf8');
  return /<link rel="stylesheet"[^>]*>/.exec(page)?.[0] ?? '';
}

/** A page for paper: A5, with the QR code of the member's page. Uses no script except to print. */
export async function renderSign(person: PagePerson, url: string): Promise<string> {
  const program = await loadPageProgram();
  styles ??= readStyles();
  const root = program.renderSign(person, url, new Date().toISOString());
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${renderPlainHead(`Sign for ${person.displayName}`).join('\n    ')}
    <link rel="canonical" href="${escapeHtml(url)}">
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    ${styles}
    <link rel="stylesheet" href="/sign.css">
    <script src="/sign.js" defer></script>
  </head>
  <body>${root}</body>
</html>
`;
}
