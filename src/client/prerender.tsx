import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { SCREENS } from '#contract/screens.ts';
import { App } from './app/app.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { setSessionUser } from './lib/session.ts';

const ADDRESSES = {
  /** For those without a session. */
  visitor: [
    SCREENS.home,
    SCREENS.features,
    SCREENS.auth,
    `${SCREENS.auth}?tab=register`,
    SCREENS.forgotPassword,
  ],
  /** For those who may have one, which the browser has yet to ask for. */
  member: [SCREENS.home, SCREENS.features],
  /** The same, but they see no more than a spinner until the answer is there. */
  waiting: [
    SCREENS.profile,
    SCREENS.paymentAccounts,
    SCREENS.contacts,
    SCREENS.addPerson,
    SCREENS.admin,
  ],
};

/** The first picture of each address as HTML, so that it shows before any script has arrived. */
export async function drawScreens(): Promise<Record<string, Record<string, string>>> {
  const screens: Record<string, Record<string, string>> = {};
  for (const [who, addresses] of Object.entries(ADDRESSES)) {
    const drawn: Record<string, string> = {};
    for (const address of addresses) drawn[address] = await draw(address, who === 'visitor');
    screens[who] = drawn;
  }
  return screens;
}

async function draw(address: string, isVisitor: boolean): Promise<string> {
  const [path = '', search = ''] = address.split('?');
  const queryClient = createQueryClient();
  if (isVisitor) setSessionUser(queryClient, null);
  const errors: unknown[] = [];
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch={search}>
      <App queryClient={queryClient} />
    </Router>,
    {
      // Otherwise a long screen is put in place by an inline script, which the policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  // React would leave a part that breaks to the browser, and say nothing.
  if (errors.length > 0) throw new Error(`${address} cannot be drawn`, { cause: errors[0] });
  const html = await new Response(prelude).text();
  // The policy refuses style attributes. Radix has a few, none of which shows.
  return html.replaceAll(/ style="[^"]*"/g, '');
}
