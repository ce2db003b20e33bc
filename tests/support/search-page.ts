import type { TestBrowser, VisitorPage } from './browser.ts';
import { registerPerson } from './people.ts';

/** The people of the browser tests. */
export async function fillDirectory(browser: Pick<TestBrowser, 'url' | 'pool'>) {
  /** Everything shared, PayPal among the platforms. */
  const maya = await registerPerson(browser, {
    name: 'Maya C. Okafor',
    screenName: 'Maya Okafor',
    phoneNumber: '+14155550188',
    websiteUrl: 'https://maya.example/shop',
    isVerified: true,
    handles: {
      cashapp: '$mayaokafor',
      paypal: '@mayaokafor',
      venmo: '@maya-o',
      applepay: 'maya@example.com',
    },
  });
  /** Verified without PayPal; neither phone nor website. */
  const mayank = await registerPerson(browser, {
    name: 'Mayank Patel',
    isVerified: true,
    handles: { venmo: '@mayankp', cashapp: '$mayankp10' },
  });
  /** PayPal by email. */
  const bruno = await registerPerson(browser, {
    name: 'Bruno Reyes',
    handles: { paypal: 'bruno@example.com' },
  });
  /** Apple Pay first. */
  const ximena = await registerPerson(browser, {
    name: 'Ximena Villanueva',
    handles: { applepay: 'apple.pay/ximena' },
  });
  return { maya, mayank, bruno, ximena };
}

export type Directory = Awaited<ReturnType<typeof fillDirectory>>;

export async function searchFor(page: VisitorPage, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words);
}

export function cardOf(page: VisitorPage, name: string) {
  return page.getByRole('article', { name, exact: true });
}

/** What is shown, in the order of the page. */
export async function namesShown(page: VisitorPage): Promise<string[]> {
  return page.getByRole('article').getByRole('heading').allTextContents();
}
