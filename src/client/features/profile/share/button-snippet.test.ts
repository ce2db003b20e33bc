import { expect, test } from 'vitest';
import { buttonSnippet } from './button-snippet.ts';

test('is a link around a picture, without a script', () => {
  expect(buttonSnippet('Maya', 'https://pay.example/@maya')).toBe(
    [
      '<a rel="me" href="https://pay.example/@maya">',
      '<img alt="Pay Maya with Payfolk"',
      'src="https://pay.example/@maya/button.svg">',
      '</a>',
    ].join('\n'),
  );
});

test('a name cannot leave its attribute', () => {
  const code = buttonSnippet('"><script>alert(1)</script>\' & co', 'https://pay.example/@maya');
  expect(code).toContain(
    'alt="Pay &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39; &amp; co with Payfolk"',
  );
  expect(code).not.toContain('<script');
});
