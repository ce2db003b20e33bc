import { SCREENS } from '#contract/screens.ts';
import { renderApp } from './render-app.tsx';

const ADDRESSES = {
  /** Without a session. */
  visitor: [
    SCREENS.home,
    SCREENS.features,
    SCREENS.auth,
    `${SCREENS.auth}?tab=register`,
    SCREENS.forgotPassword,
    SCREENS.terms,
    SCREENS.privacy,
    SCREENS.contact,
  ],
  /** With a session cookie that the browser has yet to check. */
  member: [SCREENS.home, SCREENS.features, SCREENS.terms, SCREENS.privacy, SCREENS.contact],
  /** The same, for screens that show a spinner until the session is known. */
  waiting: [
    SCREENS.profile,
    SCREENS.share,
    SCREENS.security,
    SCREENS.visibility,
    SCREENS.paymentAccounts,
    SCREENS.contacts,
    SCREENS.addPerson,
    SCREENS.admin,
  ],
};

/** Each address as HTML, so that it shows before any script has loaded. */
export async function prerenderScreens(): Promise<Record<string, Record<string, string>>> {
  const screens: Record<string, Record<string, string>> = {};
  for (const [who, addresses] of Object.entries(ADDRESSES)) {
    const prerendered: Record<string, string> = {};
    for (const address of addresses) {
      prerendered[address] = await prerender(address, who === 'visitor');
    }
    screens[who] = prerendered;
  }
  return screens;
}

async function prerender(address: string, isVisitor: boolean): Promise<string> {
  const [path = '', search = ''] = address.split('?');
  return renderApp({ path, search, isVisitor });
}
