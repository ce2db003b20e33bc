import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { SCREENS } from '#contract/screens.ts';
import { App } from './app/app.tsx';
import { createQueryClient } from './lib/query-client.ts';
import { setSessionUser } from './lib/session.ts';

const ADDRESSES = {
  /** Without a session. */
  visitor: [
    SCREENS.home,
    SCREENS.features,
    SCREENS.auth,
    `${SCREENS.auth}?tab=register`,
    SCREENS.forgotPassword,
  ],
  /** With a session cookie that the browser has yet to check. */
  member: [SCREENS.home, SCREENS.features],
  /** The same, for screens that show a spinner until the session is known. */
  waiting: [
    SCREENS.profile,
    SCREENS.security,
    SCREENS.visibility,
    SCREENS.paymentAccounts,
    SCREENS.contacts,
    SCREENS.addPerson,
    SCREENS.admin,
  ],
};

/** Each address as HTML, so that it shows before any script has loaded. */
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
      // Otherwise React inserts a long screen with an inline script, which the policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void errors.push(error),
    },
  );
  // React would leave a failing part to the browser without an error.
  if (errors.length > 0) throw new Error(`${address} cannot be prerendered`, { cause: errors[0] });
  const html = await new Response(prelude).text();
  // The policy refuses style attributes. Radix has a few, none of which shows.
  return html.replaceAll(/ style="[^"]*"/g, '');
}
