interface ChangelogEntry {
  date: string;
  version: string;
  changes: string[];
}

/** What changed, newest first: shown on the How It Works page and sent with an update check. */
export const CHANGELOG: ChangelogEntry[] = [
  {
    date: 'November 17, 2026',
    version: '1.1.0',
    changes: [
      'Your own page: share it, print it as a sign, or request an amount.',
      'Cautions before you pay: a changed payment name, a look-alike of a verified member, a reported profile.',
      'Save people to My Contacts, and pay people again from your recent payments.',
      'Sign in with a passkey: your face, finger or screen lock in place of a password.',
      'A Security page for your password, passkeys, devices and recent activity.',
      'We confirm it’s you before your payment names, email or password change, and you can undo a change from the email about it.',
    ],
  },
  {
    date: 'November 15, 2026',
    version: '1.0.0',
    changes: [
      'Search forgives typos, missing accents and swapped words, and stays instant however large the directory grows.',
      'Add an optional amount and note before you leave to pay.',
      'Keep your contacts to yourself: people you add are seen only by you.',
      'Light and dark, following your device.',
    ],
  },
  {
    date: 'May 2, 2025',
    version: '0.3.0',
    changes: [
      'Venmo joins Cash App, PayPal and Apple Pay.',
      'Show a payment QR code, copy its link, download it or share it.',
    ],
  },
  {
    date: 'April 25, 2025',
    version: '0.2.0',
    changes: [
      'Verified badges, so you can tell the right person from a namesake.',
      'Choose a screen name: the name that visitors see.',
    ],
  },
  {
    date: 'April 15, 2025',
    version: '0.1.0',
    changes: [
      'Find people and businesses by name or username, and filter by platform.',
      'Keep a profile with your payment names.',
    ],
  },
];

/** The newest release is this build. */
export const APP_VERSION = CHANGELOG[0]?.version ?? '0.0.0';
