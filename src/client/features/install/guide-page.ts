import { isIpad } from '#client/lib/is-ipad.ts';
import { PRODUCT_NAME } from '#contract/product.ts';

export type System = 'ios' | 'android' | 'desktop';

export function systemOf(userAgent: string, touchPoints: number): System {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (isIpad(userAgent, touchPoints)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}

const GUIDES: Record<System, { heading: string; steps: string[] }> = {
  ios: {
    heading: `Add ${PRODUCT_NAME} to your iPhone or iPad`,
    steps: [
      `Open ${PRODUCT_NAME} in Safari.`,
      'Tap the Share button, the square with the arrow pointing up.',
      'Scroll down and tap “Add to Home Screen”.',
      'Tap “Add”. The icon is on your home screen.',
    ],
  },
  android: {
    heading: `Add ${PRODUCT_NAME} to your Android phone`,
    steps: [
      `Open ${PRODUCT_NAME} in Chrome.`,
      'Tap the menu, the three dots at the top right.',
      'Tap “Add to Home screen” or “Install app”.',
      'Tap “Install”. The icon is on your home screen.',
    ],
  },
  desktop: {
    heading: `Install ${PRODUCT_NAME} on your computer`,
    steps: [
      `Open ${PRODUCT_NAME} in Chrome or Edge.`,
      'Click the install icon at the right end of the address bar.',
      'No icon? Open the browser’s menu and choose “Install” or “Add to Dock”.',
      `Click “Install”. ${PRODUCT_NAME} opens in its own window.`,
    ],
  },
};

/** A page that stands alone. It obeys the site's policy, so its look comes from a linked sheet. */
export function guidePage(system: System, origin: string): string {
  const { heading, steps } = GUIDES[system];
  const items = steps.map((step) => `<li>${step}</li>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Install ${PRODUCT_NAME}</title>
<link rel="icon" href="${origin}/favicon.svg">
<link rel="stylesheet" href="${origin}/install-guide.css">
</head>
<body>
<main>
<img src="${origin}/favicon.svg" alt="" width="72" height="72">
<h1>${heading}</h1>
<ol>${items}</ol>
<p><a href="${origin}/">Back to ${PRODUCT_NAME}</a></p>
</main>
</body>
</html>`;
}
