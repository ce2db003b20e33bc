import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { PrivacyScreen } from './privacy-screen.tsx';

const words = () =>
  renderToStaticMarkup(
    <Router ssrPath="/privacy">
      <PrivacyScreen />
    </Router>,
  ).replaceAll(/<[^>]+>/g, ' ');

it.each([
  ['profile', 'until you change or delete them'],
  ['earlier payment names', 'Earlier payment names: until you delete your account'],
  ['usernames', 'Former usernames: for good'],
  ['sessions', 'Sessions: 30 days after the last use, 180 days at most'],
  ['device cookie', 'The cookie that recognizes the device: 1 year'],
  ['reset links', 'Links to reset a password: 1 hour'],
  ['confirmation links', 'Links to confirm an email: 7 days'],
  ['undo links', 'Links to undo a change, with the value before the change: 7 days'],
  ['codes', 'Codes by email: 10 minutes'],
  ['waiting emails', 'until they are sent, 7 days at most'],
  ['audit log', '400 days; the network addresses in it: 90 days'],
  ['reports', 'Reports: 90 days, or until an admin closes them'],
  ['reviews', 'What admins decide about them: 400 days'],
  ['look-alikes', 'That two names are only similar: as long as both accounts exist'],
  ['counters', 'Counters against abuse, by network or by a hash of the email: 1 day at most'],
  ['deleted accounts', 'A deleted account: removed at once'],
  ['backups', 'Backups: until newer ones replace them'],
  [
    'import files',
    'Files that people were imported from, and the rows that were refused. Payfolk does not delete them',
  ],
  ['request log', 'The server’s log of requests'],
])('Privacy says how long is kept: %s', (_, sentence) => {
  expect(words()).toContain(sentence);
});
